public import SecureMemory

extension Hierarchy {
    /// What stands for a text that was taken out: ASCII that no format has to escape.
    public static let redactedText = "[redacted]"

    /// The source without what `covered` elements and all that they hold say.
    ///
    /// Of those, `value`, `label`, `text`, `content-desc`, `hint` and `placeholderValue` become ``redactedText``, and
    /// so does an identifier that is nothing but such a text. Wherever else a text of theirs occurs, as in the label of
    /// a container that reads out what it holds, ``redactedText`` takes its place, if it has four characters or more:
    /// whatever its case, its white space and its escapes. The label of a field, which is its caption, may stay
    /// elsewhere. Types, frames and flags stay as they are, and every other byte does.
    ///
    /// - Parameter covered: Indices of elements, in any order.
    /// - Throws: ``SourceRedactionError``.
    public func source(redacting covered: [Int]) throws(SourceRedactionError) -> SecureBytes {
        do {
            var redaction = try SourceRedaction(of: self, covering: covered)
            let ranges = try redaction.ranges()
            var redacted = try SecureBytesBuilder(capacity: source.count + ranges.count * Self.redactedText.utf8.count)
            var offset = 0
            for range in ranges {
                try redacted.append(source[offset..<range.lowerBound])
                try redacted.append(Self.redactedText)
                offset = range.upperBound
            }
            try redacted.append(source[offset..<source.count])
            return redacted.finish()
        } catch let error as SourceRedactionError {
            throw error
        } catch {
            throw .outOfMemory(error as? OutOfMemory ?? OutOfMemory(byteCount: 0))
        }
    }
}
