import Foundation
import Hierarchy
import SecureMemory
import SeededRandom
import Testing

@Suite("Whatever is put round a page source, it is unwrapped or refused")
struct UnwrappingMutationTests {
    private static let xml = "<hierarchy rotation='0'><node text='密 pa55' bounds='[0,0][9,9]'/></hierarchy>"

    static let forms: [(name: String, bytes: [UInt8])] = [
        ("a reply", Array(#"{"sessionId":"1f","status":0,"value":"\#(xml)\n\u0020"}"#.utf8)),
        (
            "a list in a reply",
            Array(#"{"value":[{"locator":"a\"}]","text":"pa55","boundingBox":null}],"sessionId":null}"#.utf8)
        ),
        ("UTF-16", [0xFF, 0xFE] + xml.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        (
            "Shift_JIS",
            Array("<?xml version='1.0' encoding='Shift_JIS'?><hierarchy a='".utf8) + [0x95, 0x5C] + Array("'/>".utf8)
        ),
        ("a dump", Array("UI hierchary dumped to: /a.xml\n\(xml)\r\nUI hierarchy dumped to: /dev/tty\n".utf8)),
        ("a tree", Array(#"{"value":{"type":"Window","rect":{"x":0},"children":[{"a":["\\",1.5,null]}]}}"#.utf8)),
    ]

    @Test("mutated ones, too; and what is redacted of them is a page source again", arguments: forms)
    func mutations(name: String, bytes: [UInt8]) throws {
        var random = SeededGenerator(seed: UInt64(bytes.count))
        for round in 0..<400 {
            var mutated = bytes
            for _ in 0..<random.int(0...2) where !mutated.isEmpty {
                let offset = random.int(0...mutated.count - 1)
                switch random.int(0...4) {
                case 0: mutated[offset] = UInt8(random.int(0...255))
                case 1: mutated.remove(at: offset)
                case 2: mutated.insert(Self.marks[random.int(0...Self.marks.count - 1)], at: offset)
                case 3: mutated.insert(contentsOf: mutated[offset...].prefix(random.int(1...20)), at: offset)
                default: mutated.removeSubrange(offset...)
                }
            }
            // Every length, too.
            if round < bytes.count { mutated = round.isMultiple(of: 2) ? mutated : Array(bytes.prefix(round)) }
            guard let hierarchy = try? Hierarchy(parsing: SecureBytes(copying: mutated)) else { continue }
            let redacted = try hierarchy.source(redacting: [0]).bytes
            #expect(!redacted.string.contains("pa55"))
            #expect(try Hierarchy(parsing: redacted).elements.count == hierarchy.elements.count)
        }
    }

    private static let marks = Array("\"\\{}[],:<>\n 0".utf8) + [0, 0xFF, 0xFE, 0xEF]
}
