import BoundedWork
import SecureMemory

/// The text of a page source, without its wrapping: an encoding, the reply of a driver, the output of a shell.
struct SourceText {
    /// The text, in UTF-8 that declares no other encoding, with nothing in front.
    let bytes: SecureBytes
    let kind: SourceKind

    init(
        unwrapping source: SecureBytes,
        limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws(HierarchyError) {
        let text = try SourceDecoder(limits: limits, cancellation: cancellation).decode(source)
        try self.init(text, isReplied: false)
    }

    /// Looks into UTF-8, whatever it declares, for a page source, or for a reply of WebDriver that holds one, unless it was found
    /// in a reply.
    private init(_ text: SecureBytes, isReplied: Bool) throws(HierarchyError) {
        let text = text.withoutMargin
        if let lookalike = text.withUnsafeBytes(Lookalike.init(startOf:)) {
            throw HierarchyError(.lookalike(lookalike))
        }
        switch text.withUnsafeBytes(\.first) {
        case UInt8(ascii: "<"):
            self.init(bytes: try text.withoutDumpMessage.declaringUTF8(), kind: .xml)
        case UInt8(ascii: "["):
            self.init(bytes: text, kind: .boxes)
        case UInt8(ascii: "{"):
            // Elements of WebDriverAgent have a value, too.
            if let kind = text.withUnsafeBytes(SourceKind.init(tree:)) {
                self.init(bytes: text, kind: kind)
                return
            }
            guard let reply = try WebDriverReply(text) else {
                self.init(bytes: text, kind: .boxes)
                return
            }
            guard !isReplied else { throw HierarchyError(.nestedReply) }
            try self.init(reply.value, isReplied: true)
        default:
            throw HierarchyError(.unknownFormat)
        }
    }

    private init(bytes: SecureBytes, kind: SourceKind) {
        self.bytes = bytes
        self.kind = kind
    }
}

extension SecureBytes {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    var hasByteOrderMark: Bool { withUnsafeBytes { $0.starts(with: Self.byteOrderMark) } }

    /// A text without a byte order mark, white space, which a text literal of a script leaves, and the message of `uiautomator
    /// dump FILE && cat FILE` in front of it.
    var withoutMargin: SecureBytes {
        let text = hasByteOrderMark ? self[Self.byteOrderMark.count..<count] : self
        let start = text.withUnsafeBytes { bytes in
            let content = bytes.drop(while: \.isXMLSpace)
            guard let rest = afterDumpMessage(content), rest.first == UInt8(ascii: "<") else {
                return content.startIndex
            }
            return rest.startIndex
        }
        return text[start..<text.count]
    }

    /// XML without the message that `uiautomator dump /dev/tty` writes after it, with or without line breaks round it.
    var withoutDumpMessage: SecureBytes {
        let end = withUnsafeBytes { bytes in
            // No path of a device is longer.
            let tail = bytes[Swift.max(bytes.count - 512, 0)...]
            guard let tagEnd = tail.lastIndex(of: UInt8(ascii: ">")) else { return bytes.count }
            let rest = afterDumpMessage(bytes[(tagEnd + 1)...].drop(while: \.isXMLSpace))
            return rest?.isEmpty == true ? tagEnd + 1 : bytes.count
        }
        return self[0..<end]
    }
}

/// Beginning of the message of `uiautomator dump`, spelled like Android's and right. A path follows.
let dumpMessageStarts = ["UI hierchary dumped to: ", "UI hierarchy dumped to: "]

/// The rest behind such a message and white space; nil if `text` does not start with a message, or has more in its line.
private func afterDumpMessage(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer>? {
    guard let start = dumpMessageStarts.first(where: { text.starts(with: $0.utf8) }) else { return nil }
    let path = text.dropFirst(start.utf8.count)
    let rest = path.drop { (0x21...0x7E).contains($0) }
    guard rest.startIndex > path.startIndex, rest.first?.isXMLSpace ?? true else { return nil }
    return rest.drop(while: \.isXMLSpace)
}

extension UInt8 {
    /// Whether the byte is white space, in XML (section 2.3) and in JSON alike.
    var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
