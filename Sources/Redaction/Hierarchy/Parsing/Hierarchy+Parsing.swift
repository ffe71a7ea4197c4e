public import BoundedWork
public import SecureMemory

extension Hierarchy {
    /// Reads a page source; its content reveals the tool that wrote it: ``SourceKind`` lists them.
    ///
    /// It may be wrapped by a tool: in a byte order mark, the line that `uiautomator dump /dev/tty` appends, or the object
    /// `{ "value": … }` of a WebDriver reply; and be in UTF-16 or another encoding that XML declares. ``source`` is then the text
    /// inside, in UTF-8.
    ///
    /// Besides malformed sources, these are refused: document types, and with them every entity that a text defines, text between
    /// tags, comments, encodings with states. Time and memory are linear in the bytes.
    ///
    /// - Parameters:
    ///   - source: The whole page source.
    ///   - limits: Bounds on its size.
    ///   - cancellation: Says whether the elements are still wanted.
    /// - Throws: ``HierarchyError`` with the place, which is one in ``source`` where that differs from the sent bytes.
    public init(
        parsing source: SecureBytes,
        limits: HierarchyLimits = HierarchyLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(HierarchyError) {
        guard source.count <= limits.byteCount else { throw HierarchyError(.tooLarge(limit: limits.byteCount)) }
        let text = try SourceText(unwrapping: source, limits: limits, cancellation)
        switch text.kind.notation {
        case .xml: self = try XMLReader.read(text.bytes, limits: limits, cancellation)
        case .json: self = try JSONReader(text: text, limits: limits, cancellation: cancellation).read()
        }
    }
}
