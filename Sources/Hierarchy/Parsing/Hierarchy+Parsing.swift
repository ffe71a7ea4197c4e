public import BoundedWork
public import SecureMemory

extension Hierarchy {
    /// Reads a page source; its content tells which tool wrote it.
    ///
    /// Refused beside what is malformed: document types and with them every entity of one's own, text between tags,
    /// comments, encodings other than UTF-8, frames that are no numbers. Time and memory are linear in the bytes.
    ///
    /// - Parameters:
    ///   - source: The whole page source.
    ///   - limits: Bounds on what it may cost.
    ///   - cancellation: Tells whether the elements are still wanted.
    /// - Throws: ``HierarchyError``, which says where.
    public init(
        parsing source: SecureBytes,
        limits: HierarchyLimits = HierarchyLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(HierarchyError) {
        guard source.count <= limits.byteCount else { throw HierarchyError(.tooLarge(limit: limits.byteCount)) }
        switch source.withUnsafeBytes(Notation.init(of:)) {
        case .xml: self = try XMLReader.read(source, limits: limits, cancellation)
        case .json: self = try BoxReader.read(source, limits: limits, cancellation)
        case .utf16: throw HierarchyError(.notUTF8)
        case nil: throw HierarchyError(.unknownFormat)
        }
    }
}

/// What a source is written in, by its first bytes.
private enum Notation {
    case xml
    case json
    case utf16

    init?(of bytes: UnsafeRawBufferPointer) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        switch first {
        case UInt8(ascii: "<") where !bytes.prefix(2).contains(0): self = .xml
        case UInt8(ascii: "["), UInt8(ascii: "{"): self = .json
        case 0, 0xFE, 0xFF, UInt8(ascii: "<"): self = .utf16
        default: return nil
        }
    }
}
