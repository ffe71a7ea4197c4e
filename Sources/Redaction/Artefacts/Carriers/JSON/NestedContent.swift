import BoundedWork
import SecureMemory
import StrictJSON

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
            return try EmbeddedFiles(in: bytes, budget: &budget).ranges.isEmpty ? nil : content
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
        try builder.append(jsonString: text)
        let quoted = builder.finish()
        return quoted[1..<quoted.count - 1]
    }
}
