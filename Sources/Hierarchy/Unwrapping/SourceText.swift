import BoundedWork
import SecureMemory

/// The text of a page source, taken out of what it is sent in: an encoding, the reply of a driver, what a shell adds.
struct SourceText {
    /// UTF-8 that declares no other encoding, without a byte order mark.
    let bytes: SecureBytes
    /// What it is written in.
    let notation: Notation

    /// What a page source is written in, by its first character.
    enum Notation {
        case xml
        case json
    }

    /// - Parameters:
    ///   - source: As it was sent.
    ///   - limits: Bounds on the bytes, before and after they are decoded.
    ///   - cancellation: Tells whether the text is still wanted.
    init(
        unwrapping source: SecureBytes,
        limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws(HierarchyError) {
        let text = try SourceDecoder(limits: limits, cancellation: cancellation).decode(source)
        try self.init(text, isReplied: false)
    }

    /// - Parameters:
    ///   - text: UTF-8, whatever it declares.
    ///   - isReplied: Whether it was found in a reply already.
    private init(_ text: SecureBytes, isReplied: Bool) throws(HierarchyError) {
        let text = text.withoutByteOrderMark
        let content = text.withoutLeadingSpace
        if let lookalike = content.withUnsafeBytes(Lookalike.init(startOf:)) {
            throw HierarchyError(.lookalike(lookalike))
        }
        switch content.withUnsafeBytes(\.first) {
        case UInt8(ascii: "<"):
            // White space in front of a declaration, as a text literal of a script leaves it, is no XML.
            self.init(bytes: try content.withoutDumpLine.declaringUTF8(), notation: .xml)
        case UInt8(ascii: "["):
            self.init(bytes: text, notation: .json)
        case UInt8(ascii: "{"):
            guard let reply = try WebDriverReply(content) else {
                self.init(bytes: text, notation: .json)
                return
            }
            guard !isReplied else { throw HierarchyError(.nestedReply) }
            try self.init(reply.value, isReplied: true)
        default:
            throw HierarchyError(.unknownFormat)
        }
    }

    private init(bytes: SecureBytes, notation: Notation) {
        self.bytes = bytes
        self.notation = notation
    }
}

extension SecureBytes {
    fileprivate var withoutByteOrderMark: SecureBytes {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return withUnsafeBytes { $0.starts(with: mark) } ? self[mark.count..<count] : self
    }

    fileprivate var withoutLeadingSpace: SecureBytes {
        let start = withUnsafeBytes { bytes in bytes.firstIndex { !$0.isXMLSpace } ?? bytes.count }
        return self[start..<count]
    }
}

extension UInt8 {
    /// Whether it is white space, in XML (section 2.3) and in JSON alike.
    var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
