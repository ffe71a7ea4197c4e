import TextAlgorithms

/// An object of a result bundle of Xcode, written as `[T[K2:_nV6:String]K2:_vV5:Hello]`: names and values behind their lengths.
struct RecordCarrier {
    /// A name or a value.
    struct Text {
        /// The digits of its length.
        let length: Range<Int>
        let range: Range<Int>
        /// The name of the member that it is the value of; nil for a name, and for the name of a type.
        let caption: Range<Int>?
        let isValue: Bool
    }

    /// All texts, in their order.
    let texts: [Text]

    private static let maximumDepth = 1_000
    private static let mostDigits = 10

    /// Reads `source`; nil if it is no such object.
    init?(_ source: UnsafeRawBufferPointer) {
        guard source.starts(with: "[T[".utf8) || source.starts(with: "[S".utf8) else { return nil }
        var texts: [Text] = []
        var offset = 0
        // The member that each object round the next text is the value of.
        var members: [Range<Int>?] = []
        var name: Range<Int>?
        while offset < source.count {
            switch source[offset] {
            case UInt8(ascii: "["):
                guard members.count < Self.maximumDepth else { return nil }
                members.append(name)
                name = nil
                offset += 1
            case UInt8(ascii: "]"):
                guard members.popLast() != nil, !members.isEmpty || offset + 1 == source.count else { return nil }
                offset += 1
            case UInt8(ascii: "T"):
                guard source[offset - 1] == UInt8(ascii: "[") else { return nil }
                offset += 1
            case let mark where "SKV".utf8.contains(mark):
                guard let (length, range) = Self.text(at: offset + 1, in: source) else { return nil }
                let word = name.map { source[$0] }
                let isValue = mark == UInt8(ascii: "V") && !(word?.elementsEqual("_n".utf8) ?? false)
                // The value of an object is that of the member that the object is the value of.
                let isOfObject = word?.elementsEqual("_v".utf8) ?? true
                let member = isOfObject ? members.last { $0 != nil } ?? nil : name
                texts.append(Text(length: length, range: range, caption: isValue ? member : nil, isValue: isValue))
                name = mark == UInt8(ascii: "K") ? range : nil
                offset = range.upperBound
            default: return nil
            }
        }
        guard members.isEmpty else { return nil }
        self.texts = texts
    }

    /// The length and the text that begin at `start`.
    private static func text(
        at start: Int,
        in source: UnsafeRawBufferPointer
    ) -> (length: Range<Int>, text: Range<Int>)? {
        let digits = source[start...].prefix(mostDigits).prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty, digits.endIndex < source.count, source[digits.endIndex] == UInt8(ascii: ":") else {
            return nil
        }
        let count = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let text = digits.endIndex + 1
        guard count <= source.count - text else { return nil }
        return (digits.indices, text..<text + count)
    }
}
