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
    /// A number of JSON, whose place a string takes.
    case jsonNumber
    /// Text, or the value of an attribute, of HTML or XML.
    case markup

    /// A line without control characters in this notation.
    func written(_ line: String) -> String {
        switch self {
        case .plain: line
        case .jsonString: Self.escaped(line)
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
        case (.markup, UInt8(ascii: "&")): found = MarkupReferences.decode(at: offset, in: bytes) ?? ("&", 1)
        default: found = UTF8Scalars.decode(at: offset, in: bytes)
        }
        offset += found?.byteCount ?? 1
        return found?.scalar ?? "\u{FFFD}"
    }
}
