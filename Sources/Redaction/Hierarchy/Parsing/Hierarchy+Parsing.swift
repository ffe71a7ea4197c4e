public import BoundedWork
public import SecureMemory

extension Hierarchy {
    /// Reads a page source; its content tells which tool wrote it.
    ///
    /// It may come with what tools put round it: a byte order mark, the line that `uiautomator dump /dev/tty` appends,
    /// the object `{ "value": … }` of a WebDriver reply; and in UTF-16 or another encoding that XML declares.
    /// ``source`` is then what was inside, in UTF-8.
    ///
    /// Besides what is malformed, these are refused: document types, and with them every entity that a text defines,
    /// text between tags, comments, encodings with states. Time and memory are linear in the bytes.
    ///
    /// - Parameters:
    ///   - source: The whole page source.
    ///   - limits: Bounds on what it may cost.
    ///   - cancellation: Tells whether the elements are still wanted.
    /// - Throws: ``HierarchyError``, which says where, in ``source`` where that is not what was sent.
    public init(
        parsing source: SecureBytes,
        limits: HierarchyLimits = HierarchyLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(HierarchyError) {
        guard source.count <= limits.byteCount else { throw HierarchyError(.tooLarge(limit: limits.byteCount)) }
        let text = try SourceText(unwrapping: source, limits: limits, cancellation)
        switch text.notation {
        case .xml: self = try XMLReader.read(text.bytes, limits: limits, cancellation)
        case .json: self = try Self.boxes(in: text.bytes, limits, cancellation)
        }
    }

    private static func boxes(
        in text: SecureBytes,
        _ limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws(HierarchyError) -> Hierarchy {
        do {
            return try BoxReader.read(text, limits: limits, cancellation)
        } catch {
            // Trees of other tools are JSON, too: that they are is more to the point than which member is not known.
            guard case .malformedJSON = error.reason, let lookalike = text.withUnsafeBytes(Lookalike.init(tree:)) else {
                throw error
            }
            throw HierarchyError(.lookalike(lookalike))
        }
    }
}
