import XPath

extension ElementTree {
    /// Elements and attributes that bytes draw, one each: the two high bits say whether one is opened, closed, opened and closed,
    /// or given an attribute; the low ones which name and value it gets.
    init(drawing bytes: Slice<UnsafeBufferPointer<UInt8>>) throws {
        var builder = try ElementTreeBuilder()
        var attributes: [Set<String>] = []
        for byte in bytes.prefix(128) {
            switch byte >> 6 {
            case 0:
                builder.open(builder.name(Self.elementNames[Int(byte & 3)]))
                attributes.append([])
            case 1:
                if attributes.popLast() != nil { builder.close() }
            case 2:
                builder.open(builder.name(Self.elementNames[Int(byte & 3)]))
                builder.close()
            default:
                // Only the element that was opened last takes attributes, and each name once.
                let name = Self.attributeNames[Int(byte & 3)]
                guard !attributes.isEmpty, attributes[attributes.count - 1].insert(name).inserted else { continue }
                try builder.addAttribute(builder.name(name), value: Self.values[Int(byte >> 2 & 15)])
            }
        }
        while attributes.popLast() != nil { builder.close() }
        self = builder.finish()
    }

    private static let elementNames = ["a", "XCUIElementTypeCell", "android.widget.EditText", "node"]
    private static let attributeNames = ["name", "label", "resource-id", "x"]
    private static let values = [
        "", " ", "PIN", "pin", "1", "-.5", "12.", "1e3", "NaN", "true", "  7 ", "a b\tc", "é", "😀b", "abcabc", "0x10",
    ]
}
