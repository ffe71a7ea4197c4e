import SecureMemory

/// The XML declaration in front of a document (XML 1.0, section 2.8), as far as its encoding goes. The parser checks
/// the rest.
struct XMLDeclaration {
    let encoding: Range<Int>

    /// Reads the declaration at the start of `text`; nil if there is none, or if it names no encoding.
    init?(startOf text: UnsafeRawBufferPointer) {
        // No declaration has more than three short members.
        var rest = text.prefix(1024)
        guard rest.starts(with: "<?xml".utf8) else { return nil }
        rest.removeFirst("<?xml".utf8.count)
        while true {
            guard let name = rest.takeName(), let mark = rest.takeMark(),
                let end = rest.firstIndex(of: mark)
            else { return nil }
            if name.elementsEqual("encoding".utf8) {
                self.encoding = rest.startIndex..<end
                return
            }
            rest = rest[(end + 1)...]
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate mutating func takeName() -> Self? {
        self = drop(while: \.isXMLSpace)
        let name = prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        self = self[name.endIndex...]
        return name.isEmpty ? nil : name
    }

    fileprivate mutating func takeMark() -> UInt8? {
        self = drop(while: \.isXMLSpace)
        guard popFirst() == UInt8(ascii: "=") else { return nil }
        self = drop(while: \.isXMLSpace)
        guard let mark = popFirst(), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else { return nil }
        return mark
    }
}

extension SecureBytes {
    /// XML that is UTF-8, with `UTF-8` as the encoding in its declaration, if it has one.
    func declaringUTF8() throws(HierarchyError) -> SecureBytes {
        guard let encoding = withUnsafeBytes(XMLDeclaration.init(startOf:))?.encoding, !self[encoding].isName("UTF-8")
        else { return self }
        do {
            var text = try SecureBytesBuilder(capacity: count + 5)
            try text.append(self[0..<encoding.lowerBound])
            try text.append("UTF-8")
            try text.append(self[encoding.upperBound..<count])
            return text.finish()
        } catch {
            throw HierarchyError(.outOfMemory(error))
        }
    }

    private func isName(_ name: String) -> Bool {
        withUnsafeBytes { $0.lowercasedASCII.elementsEqual(name.lowercased().utf8) }
    }
}

extension Sequence<UInt8> {
    var lowercasedASCII: some Sequence<UInt8> {
        lazy.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
