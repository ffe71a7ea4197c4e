import BoundedWork
import SecureMemory
import StrictJSON
import TextAlgorithms

/// The way a text is written in its source.
enum Notation {
    /// UTF-8 as it stands.
    case plain
    /// Within the quotation marks of a string of JSON.
    case jsonString
    /// Within the quotation marks of a string of JavaScript.
    case script
    /// A number of JSON, whose place a string takes.
    case jsonNumber
    /// Text, or the value of an attribute, of HTML or XML.
    case markup

    /// A line without control characters in this notation.
    func written(_ line: String) -> String {
        switch self {
        case .plain: line
        case .jsonString: Self.escaped(line)
        case .script: line.unicodeScalars.map(Self.escapedInScript).joined()
        case .jsonNumber: "\"\(Self.escaped(line))\""
        case .markup: line.map { MarkupReferences.reference(for: $0) ?? "\($0)" }.joined()
        }
    }

    /// What a text in this notation says, in UTF-8.
    func read(
        _ text: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> SecureBytes {
        try budget.spend(text.count)
        do {
            var builder = try SecureBytesBuilder()
            // No escape is shorter than its meaning, but a malformed byte is.
            try builder.appendInPlace(minimum: text.count * 3) { free in
                var scalars = NotedScalars(text, in: self)
                var count = 0
                while let scalar = scalars.next() {
                    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        free[count] = byte
                        count += 1
                    }
                }
                return count
            }
            return builder.finish()
        } catch {
            throw .outOfMemory(error)
        }
    }

    /// Quotation marks of all kinds, and what could end the script.
    private static func escapedInScript(_ scalar: Unicode.Scalar) -> String {
        guard "\"'`\\<$".unicodeScalars.contains(scalar) else { return "\(scalar)" }
        return "\\x" + String(scalar.value, radix: 16)
    }

    private static func escaped(_ line: String) -> String {
        line.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    }
}

/// The scalars that a text in a notation stands for, one after the other; U+FFFD where it is malformed.
struct NotedScalars: IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private let notation: Notation
    /// The offset of the next scalar.
    private(set) var offset = 0

    /// Reads `bytes`, which stay valid until the last scalar is read.
    init(_ bytes: UnsafeRawBufferPointer, in notation: Notation) {
        (self.bytes, self.notation) = (bytes, notation)
    }

    mutating func next() -> Unicode.Scalar? {
        guard offset < bytes.count else { return nil }
        let found: (scalar: Unicode.Scalar, byteCount: Int)?
        switch (notation, bytes[offset]) {
        case (.jsonString, UInt8(ascii: "\\")): found = JSONEscapes.decode(at: offset, in: bytes)
        case (.script, UInt8(ascii: "\\")): found = JSONEscapes.decode(at: offset, in: bytes) ?? plainEscape
        case (.markup, UInt8(ascii: "&")): found = MarkupReferences.decode(at: offset, in: bytes) ?? ("&", 1)
        default: found = UTF8Scalars.decode(at: offset, in: bytes)
        }
        offset += found?.byteCount ?? 1
        return found?.scalar ?? "\u{FFFD}"
    }

    /// A character behind a backslash that stands for itself, or for its number in two digits, as in `\x41`.
    private var plainEscape: (scalar: Unicode.Scalar, byteCount: Int)? {
        guard offset + 1 < bytes.count else { return nil }
        let digits = String(decoding: bytes[(offset + 1)...].prefix(3), as: UTF8.self)
        if digits.first == "x", digits.count == 3, let value = UInt8(digits.dropFirst(), radix: 16) {
            return (Unicode.Scalar(value), 4)
        }
        return UTF8Scalars.decode(at: offset + 1, in: bytes).map { ($0.scalar, $0.byteCount + 1) }
    }
}
