import SecureMemory

extension SecureBytes {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether the byte order mark of UTF-8 is in front.
    var hasByteOrderMark: Bool { withUnsafeBytes { $0.starts(with: Self.byteOrderMark) } }

    /// A text without what stands in front of it and is none of it: a byte order mark, white space, as a text literal of a script
    /// leaves it, and the message of `uiautomator dump FILE && cat FILE`.
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
            // No path of a device is longer than this.
            let tail = bytes[Swift.max(bytes.count - 512, 0)...]
            guard let tagEnd = tail.lastIndex(of: UInt8(ascii: ">")) else { return bytes.count }
            let rest = afterDumpMessage(bytes[(tagEnd + 1)...].drop(while: \.isXMLSpace))
            return rest?.isEmpty == true ? tagEnd + 1 : bytes.count
        }
        return self[0..<end]
    }
}

/// How `uiautomator dump` says where the dump went, spelled as Android has it and right. A path follows.
let dumpMessageStarts = ["UI hierchary dumped to: ", "UI hierarchy dumped to: "]

/// What follows such a message and white space. Nil if `text` does not start with a message, or something else is in its line.
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
