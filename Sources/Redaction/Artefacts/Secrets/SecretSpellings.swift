import Base64Coding
import BoundedWork
import SecureMemory
import TextAlgorithms

/// The spellings of a secret: how it stands in texts of one format within another.
///
/// Each is written in letters of one case, as symbols of a ``TextAutomaton``, in memory that is wiped.
struct SecretSpellings: ~Copyable {
    /// Fewest characters of base64 that are looked for, because shorter ones stand in other words, too, and the most bytes of a secret
    /// that is looked for in base64.
    private static let (shortestBase64, longestInBase64) = (8, 256)

    private var spelling: WipedArray<TextAutomaton.Symbol>
    /// The secret that was appended last, as it is.
    private(set) var plain: WipedArray<TextAutomaton.Symbol>

    init() throws(BudgetFailure) {
        self.init(spelling: try WipedArray(), plain: try WipedArray())
    }

    private init(
        spelling: consuming WipedArray<TextAutomaton.Symbol>,
        plain: consuming WipedArray<TextAutomaton.Symbol>
    ) {
        self.spelling = spelling
        self.plain = plain
    }

    /// The symbol for a scalar whose case does not count.
    static func symbol(_ scalar: Unicode.Scalar) -> TextAutomaton.Symbol {
        ("A"..."Z").contains(scalar) ? scalar.value | 0x20 : scalar.value
    }

    /// Appends all spellings of a secret to `texts`, its own first, and perhaps others twice.
    mutating func append(_ secret: UnsafeRawBufferPointer, to texts: inout TextList) throws(BudgetFailure) {
        plain.removeAll()
        var scalars = UTF8Scalars(secret)
        while let scalar = scalars.next() { try plain.append(Self.symbol(scalar)) }
        try texts.append(plain.values)
        for kept in ["-._~", "-._~!'()*"] {
            try appendPercent(secret, keeping: kept, space: "%20", to: &texts)
        }
        try appendPercent(secret, keeping: "-._*", space: "+", to: &texts)
        for apostrophe in ["&#39;", "&#x27;"] {
            try append(to: &texts, secret) { scalar in
                let reference = scalar == "'" ? apostrophe : MarkupReferences.reference(for: Character(scalar))
                return reference.map { Array($0.unicodeScalars) } ?? [scalar]
            }
        }
        for isASCII in [false, true] {
            try append(to: &texts, secret) { Self.escape($0, isASCII: isASCII) ?? [$0] }
        }
        // Names of files are made of texts so.
        for filler: Unicode.Scalar in ["_", "-"] {
            try append(to: &texts, secret) { $0.isInFileNames ? [$0] : [filler] }
        }
        guard secret.count <= Self.longestInBase64 else { return }
        for lead in 0..<3 {
            for ends in ["+/", "-_"] { try appendBase64(secret, lead: lead, ends: ends, to: &texts) }
        }
    }

    private mutating func append(
        to texts: inout TextList,
        _ secret: UnsafeRawBufferPointer,
        written: (Unicode.Scalar) -> [Unicode.Scalar]
    ) throws(BudgetFailure) {
        spelling.removeAll()
        var scalars = UTF8Scalars(secret)
        while let scalar = scalars.next() {
            for scalar in written(scalar) { try spelling.append(Self.symbol(scalar)) }
        }
        try appendUnlessPlain(to: &texts)
    }

    private func appendUnlessPlain(to texts: inout TextList) throws(BudgetFailure) {
        guard !spelling.values.elementsEqual(plain.values) else { return }
        try texts.append(spelling.values)
    }

    /// RFC 3986, or `application/x-www-form-urlencoded` with a `+` for a space.
    private mutating func appendPercent(
        _ secret: UnsafeRawBufferPointer,
        keeping kept: String,
        space: String,
        to texts: inout TextList
    ) throws(BudgetFailure) {
        spelling.removeAll()
        for byte in secret {
            let scalar = Unicode.Scalar(byte)
            let isKept =
                byte < 0x80 && (Character(scalar).isLetter || Character(scalar).isNumber || kept.utf8.contains(byte))
            let digits = (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            let written = isKept ? [scalar] : Array((scalar == " " ? space : digits).unicodeScalars)
            for scalar in written { try spelling.append(Self.symbol(scalar)) }
        }
        try appendUnlessPlain(to: &texts)
    }

    private static func escape(_ scalar: Unicode.Scalar, isASCII: Bool) -> [Unicode.Scalar]? {
        if scalar == "\"" || scalar == "\\" { return ["\\", scalar] }
        guard isASCII, !scalar.isASCII else { return nil }
        return UTF16.encode(scalar)?.flatMap { unit -> [Unicode.Scalar] in
            let digits = String(unit, radix: 16)
            return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
        }
    }

    /// The characters of base64 that depend on the secret alone, where it begins `lead` bytes after a group.
    private mutating func appendBase64(
        _ secret: UnsafeRawBufferPointer,
        lead: Int,
        ends: String,
        to texts: inout TextList
    ) throws(BudgetFailure) {
        let first = (6 - lead * 8 % 6) % 6
        let starts = stride(from: first, through: secret.count * 8 - 6, by: 6)
        guard starts.underestimatedCount >= Self.shortestBase64 else { return }
        spelling.removeAll()
        let alphabet = Base64.alphabet.dropLast(2) + Array(ends.utf8)
        for bit in starts {
            let next = bit / 8 + 1 < secret.count ? Int(secret[bit / 8 + 1]) : 0
            let sextet = (Int(secret[bit / 8]) << 8 | next) >> (10 - bit % 8) & 63
            try spelling.append(Self.symbol(Unicode.Scalar(alphabet[sextet])))
        }
        try texts.append(spelling.values)
    }
}

extension Unicode.Scalar {
    /// Whether a character of a text stays in the name of a file that is made of it.
    fileprivate var isInFileNames: Bool {
        properties.isAlphabetic || properties.numericType != nil || "-_.".unicodeScalars.contains(self)
    }
}
