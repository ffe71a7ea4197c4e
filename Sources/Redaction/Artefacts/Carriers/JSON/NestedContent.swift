import BoundedWork
import SecureMemory

/// A content that a string of JSON holds: JSON itself, or text with files in base64.
enum NestedContent {
    /// The content of a text, unescaped; nil if it is a plain text.
    static func content(
        of text: JSONWalk.Text,
        in source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> SecureBytes? {
        guard text.notation == .jsonString, mayBeCarrier(source[text.range]) else { return nil }
        let content = try text.notation.read(UnsafeRawBufferPointer(rebasing: source[text.range]), budget: &budget)
        return try content.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            if try JSONCarrier(bytes, budget: &budget) != nil { return content }
            return try EmbeddedFiles.ranges(in: bytes, budget: &budget).isEmpty ? nil : content
        }
    }

    /// Shortest text that is opened.
    private static let shortest = 8

    private static func mayBeCarrier(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard text.count >= shortest, let first = text.first(where: { $0 > 0x20 }) else { return false }
        return "{[\\".utf8.contains(first) || EmbeddedFiles.mayBe(in: text)
    }

    /// Text as a string of JSON, without quotation marks.
    static func escaped(_ text: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: text.count + text.count / 8)
        try text.withUnsafeBytes { (bytes) throws(OutOfMemory) in
            var start = 0
            for (offset, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start..<offset]))
                try builder.append(escape(byte))
                start = offset + 1
            }
            try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        return builder.finish()
    }

    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        default: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
