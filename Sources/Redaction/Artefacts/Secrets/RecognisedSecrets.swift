public import BoundedWork
public import Redaction
import SecureMemory
import TextAlgorithms

/// Search for secrets in what a recogniser read in a picture: it takes one character for another, reads half of a value that is being
/// typed, and a long one line by line.
///
/// Counts are letters and digits alone, and those that look alike as one. Found are eight in a row of a secret, wherever they stand, and
/// the first four and more where they are words.
final class RecognisedSecrets: Sendable {
    /// Characters in a row that are found wherever they stand, and at the beginning of a secret where they are words.
    private static let (window, beginnings) = (8, 4...7)

    /// The hashes of all windows, and of the beginnings, ascending.
    private let hashes: WipedArray<UInt64>

    var isEmpty: Bool { hashes.values.isEmpty }

    /// - Parameter budget: Pays for each character.
    init(_ secrets: [KnownSecret], budget: inout WorkBudget) throws(BudgetFailure) {
        var hashes = try WipedArray<UInt64>()
        var signs = try WipedArray<Sign>()
        for secret in secrets {
            signs.removeAll()
            try secret.value.withUnsafeBytes { (bytes) throws(BudgetFailure) in
                try Self.read(bytes, into: &signs, budget: &budget)
            }
            let count = signs.count
            try budget.spend(16 * count)
            if count >= Self.window {
                for start in 0...count - Self.window {
                    try hashes.append(Self.hash(of: signs.values[start..<start + Self.window]))
                }
            }
            for length in Self.beginnings where length <= count {
                try hashes.append(Self.hash(of: signs.values[..<length]))
            }
        }
        hashes.sort(by: <)
        self.hashes = hashes
    }

    /// The ranges of bytes of `text` at which secrets, or parts of them, stand.
    func ranges(in text: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) -> [Range<Int>] {
        var signs = try WipedArray<Sign>()
        try Self.read(text, into: &signs, budget: &budget)
        var found: [Range<Int>] = []
        for start in 0..<signs.count {
            try budget.spend(4)
            let window = start..<start + Self.window
            if window.upperBound <= signs.count, has(signs.values[window]) {
                found.append(signs[start].lower..<signs[window.upperBound - 1].upper)
            }
            guard signs[start].beginsWord else { continue }
            for length in Self.beginnings where start + length <= signs.count {
                let end = start + length
                guard end == signs.count || signs[end].beginsWord, has(signs.values[start..<end]) else { continue }
                found.append(signs[start].lower..<signs[end - 1].upper)
            }
        }
        return Self.joined(found)
    }

    /// Ranges that overlap or touch become one.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            guard let last = joined.last, range.lowerBound <= last.upperBound else { return joined.append(range) }
            joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        }
    }

    /// A letter or a digit of a text.
    private struct Sign: BitwiseCopyable {
        let symbol: UInt32
        let lower: Int
        let upper: Int
        let beginsWord: Bool
    }

    private static func read(
        _ text: UnsafeRawBufferPointer,
        into signs: inout WipedArray<Sign>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var scalars = UTF8Scalars(text)
        var start = 0
        var beginsWord = true
        while let scalar = scalars.next() {
            try budget.spend()
            if scalar.properties.isAlphabetic || scalar.isDecimalDigit {
                let symbol = sign(of: scalar)
                try signs.append(Sign(symbol: symbol, lower: start, upper: scalars.offset, beginsWord: beginsWord))
                beginsWord = false
            } else if !scalar.properties.isGraphemeExtend {
                beginsWord = true
            }
            start = scalars.offset
        }
    }

    /// Characters of ASCII that recognisers take for one another, in small letters.
    private static let alike: [Unicode.Scalar: Unicode.Scalar] = [
        "o": "0", "q": "0", "l": "1", "i": "1", "j": "1", "z": "2", "s": "5", "b": "8", "g": "9",
    ]

    private static func sign(of scalar: Unicode.Scalar) -> UInt32 {
        let small = scalar.isASCII ? Unicode.Scalar(SecretSpellings.symbol(scalar)) : scalar.properties.smallLetter
        guard let small else { return scalar.value }
        return (alike[small] ?? small).value
    }

    /// FNV-1a of the symbols, a byte of each at a time, and of their number.
    private static func hash(of signs: Slice<UnsafeBufferPointer<Sign>>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ value: UInt32) {
            for shift in stride(from: 0, to: 24, by: 8) {
                hash = (hash ^ UInt64(value >> shift & 0xFF)) &* 0x100_0000_01B3
            }
        }
        add(UInt32(signs.count))
        for sign in signs { add(sign.symbol) }
        return hash
    }

    private func has(_ signs: Slice<UnsafeBufferPointer<Sign>>) -> Bool {
        let hash = Self.hash(of: signs)
        let values = hashes.values
        var (lower, upper) = (0, values.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if values[middle] < hash { lower = middle + 1 } else { upper = middle }
        }
        return lower < values.count && values[lower] == hash
    }
}

extension KnownTextSearch {
    /// A search for secrets in what was read in pictures; nil if there is none to find.
    ///
    /// - Parameter budget: Pays for each character.
    public convenience init?(for secrets: [KnownSecret], budget: inout WorkBudget) throws(BudgetFailure) {
        let recognised = try RecognisedSecrets(secrets, budget: &budget)
        guard !recognised.isEmpty else { return nil }
        self.init { (text, budget) throws(BudgetFailure) in try recognised.ranges(in: text, budget: &budget) }
    }
}

extension Unicode.Scalar.Properties {
    /// Nil where it is more than one scalar.
    fileprivate var smallLetter: Unicode.Scalar? {
        let small = lowercaseMapping.unicodeScalars
        return small.count == 1 ? small.first : nil
    }
}
