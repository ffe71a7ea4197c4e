import SecureMemory

extension SecureBytes {
    /// XML without the line that `uiautomator dump /dev/tty` writes after it: `UI hierchary dumped to: /dev/tty`, spelled as Android
    /// has it or right, with or without line breaks round it.
    var withoutDumpLine: SecureBytes {
        let end = withUnsafeBytes { bytes in
            // No path of a device is longer than this.
            let tail = bytes[max(bytes.count - 512, 0)...]
            guard let tagEnd = tail.lastIndex(of: UInt8(ascii: ">")) else { return bytes.count }
            return Self.isDumpLine(bytes[(tagEnd + 1)...]) ? tagEnd + 1 : bytes.count
        }
        return self[0..<end]
    }

    /// Whether `text` is such a line alone.
    private static func isDumpLine(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        let line = text.drop(while: \.isXMLSpace)
        guard let start = dumpLineStarts.first(where: { line.starts(with: $0.utf8) }) else { return false }
        let path = line.dropFirst(start.utf8.count)
        let rest = path.drop { (0x21...0x7E).contains($0) }
        return rest.startIndex > path.startIndex && rest.allSatisfy(\.isXMLSpace)
    }

    /// How the line starts.
    static let dumpLineStarts = ["UI hierchary dumped to: ", "UI hierarchy dumped to: "]
}
