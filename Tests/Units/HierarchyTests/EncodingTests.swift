import BoundedWork
import Foundation
import Hierarchy
import SecureMemory
import Testing

@Suite("A page source in another encoding is read as what it says")
struct EncodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let declared: String
        let text: String
        /// `text` in the encoding.
        let bytes: [UInt8]
        var testDescription: String { declared }
    }

    static let samples = [
        Sample(declared: "ISO-8859-1", text: "é", bytes: [0xE9]),
        Sample(declared: "latin1", text: "é", bytes: [0xE9]),
        Sample(declared: "iso-8859-15", text: "€", bytes: [0xA4]),
        Sample(declared: "Windows-1252", text: "€", bytes: [0x80]),
        Sample(declared: "windows-1251", text: "Пароль", bytes: [0xCF, 0xE0, 0xF0, 0xEE, 0xEB, 0xFC]),
        Sample(declared: "KOI8-R", text: "да", bytes: [0xC4, 0xC1]),
        Sample(declared: "Shift_JIS", text: "表示", bytes: [0x95, 0x5C, 0x8E, 0xA6]),
        Sample(declared: "EUC-JP", text: "表示", bytes: [0xC9, 0xBD, 0xBC, 0xA8]),
        Sample(declared: "gb2312", text: "密码", bytes: [0xC3, 0xDC, 0xC2, 0xEB]),
        Sample(declared: "GBK", text: "碼", bytes: [0xB4, 0x61]),
        Sample(declared: "GB18030", text: "密😀", bytes: [0xC3, 0xDC, 0x94, 0x39, 0xFC, 0x36]),
        Sample(declared: "Big5", text: "密碼", bytes: [0xB1, 0x4B, 0xBD, 0x58]),
        Sample(declared: "EUC-KR", text: "비밀", bytes: [0xBA, 0xF1, 0xB9, 0xD0]),
    ]

    @Test("an encoding that XML declares is converted, and UTF-8 is declared then", arguments: samples)
    func declared(_ sample: Sample) throws {
        let start = Array("<?xml version=\"1.0\" encoding=\"\(sample.declared)\"?>\n<hierarchy><node text=\"\\~".utf8)
        let hierarchy = try Self.read(start + sample.bytes + Array("\"/></hierarchy>".utf8))
        #expect(hierarchy.text(.value, of: 1)?.string == "\\~" + sample.text)
        #expect(
            hierarchy.source.string
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<hierarchy><node text=\"\\~\(sample.text)\"/></hierarchy>"
        )
    }

    @Test("UTF-16 is known by its first bytes, in either order, with a mark and without, whatever it declares")
    func utf16() throws {
        let declarations = [
            "", "<?xml version='1.0' encoding='UTF-16'?>",
            "<?xml version='1.0' encoding = \"UTF-8\" standalone='yes' ?>",
        ]
        for declaration in declarations {
            let xml = declaration + "<hierarchy><node text='密😀'/></hierarchy>"
            for bytes in Self.utf16Forms(of: xml + "\r\nUI hierchary dumped to: /dev/tty\r\n") {
                let hierarchy = try Self.read(bytes)
                #expect(hierarchy.source.string == xml.replacing("UTF-16", with: "UTF-8"))
                #expect(hierarchy.text(.value, of: 1)?.string == "密😀")
            }
        }
        for bytes in Self.utf16Forms(of: #"{"value":[{"locator":"密","boundingBox":null}]}"#) {
            #expect(try Self.read(bytes).text(.identifier, of: 0)?.string == "密")
        }
    }

    @Test(
        "UTF-8 that declares UTF-16 is what its bytes are",
        arguments: ["UTF-16", "utf-16", "Unicode", "UTF-16LE", "utf8"]
    )
    func utf8(declared: String) throws {
        let hierarchy = try Hierarchy("<?xml version='1.0' encoding='\(declared)'?><hierarchy a='é'/>")
        #expect(hierarchy.source.string == "<?xml version='1.0' encoding='UTF-8'?><hierarchy a='é'/>")
    }

    @Test(
        "plain ASCII is what it is in every encoding that is taken",
        arguments: ["US-ASCII", "Shift_JIS", "windows-1250", "TIS-620"]
    )
    func ascii(declared: String) throws {
        let hierarchy = try Hierarchy("<?xml version='1.0' encoding='\(declared)'?><hierarchy a='&#233;\\~'/>")
        #expect(hierarchy.value(of: hierarchy.attributes[0]).string == "é\\~")
    }

    @Test(
        "encodings with states, and those that are none, are refused",
        arguments: [
            "UTF-7", "UTF-32", "ISO-2022-JP", "ISO-2022-KR", "ISO-2022-CN-EXT", "HZ-GB-2312", "IBM037", "EBCDIC-US",
            "UTF-8//IGNORE", "../x",
            "", "\u{E9}", "ISO-8859-1//TRANSLIT", "ISO-8859-12", String(repeating: "a", count: 600),
        ]
    )
    func unknown(declared: String) {
        let error = #expect(throws: HierarchyError.self) {
            try Hierarchy("<?xml version='1.0' encoding='\(declared)'?><hierarchy/>")
        }
        #expect(error == HierarchyError(.unknownEncoding))
        #expect(declared.isEmpty || error?.description.contains(declared) == false)
    }

    @Test("UTF-32 is refused, with a mark and without")
    func utf32() throws {
        for start: [UInt8] in [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0x3C, 0, 0, 0], [0, 0, 0, 0x3C]] {
            #expect(throws: HierarchyError(.unknownEncoding)) { try Self.read(start + [0x68, 0, 0, 0]) }
        }
    }

    @Test("UTF-8 that declares an encoding of single bytes could be read as either, and is refused")
    func ambiguous() {
        #expect(throws: HierarchyError(.ambiguousEncoding)) {
            try Hierarchy("<?xml version='1.0' encoding='GBK'?><hierarchy a='é'/>")
        }
        // In EUC-JP a word of its own.
        #expect(throws: HierarchyError(.ambiguousEncoding)) {
            try Hierarchy("<?xml version='1.0' encoding='EUC-JP'?><hierarchy a='\u{27D}'/>")
        }
    }

    @Test("bytes that are no text of the encoding are refused where they stand")
    func malformed() throws {
        let shiftJIS = Array("<?xml version='1.0' encoding='Shift_JIS'?>\n<hierarchy a='".utf8) + [0x82, 0xA0, 0xFF]
        #expect(throws: HierarchyError(.malformedText(encoding: "CP932"), at: .position(line: 2, column: 16))) {
            try Self.read(shiftJIS + Array("'/>".utf8))
        }
        let cutOff = Array("<?xml version='1.0' encoding='GBK'?>".utf8) + [0xC3]
        #expect(throws: HierarchyError(.malformedText(encoding: "GB18030"), at: .position(line: 1, column: 37))) {
            try Self.read(cutOff)
        }
        let lone: [UInt8] = [0x3C, 0, 0x00, 0xD8, 0x3C, 0]
        #expect(throws: HierarchyError(.malformedText(encoding: "UTF-16LE"), at: .position(line: 1, column: 2))) {
            try Self.read(lone)
        }
        #expect(throws: HierarchyError(.malformedText(encoding: "UTF-16BE"), at: .position(line: 1, column: 2))) {
            try Self.read([0, 0x3C, 0])
        }
        #expect(throws: HierarchyError(.notUTF8)) {
            try Self.read(Array("<?xml version='1.0' encoding='UTF-16'?><hierarchy a='".utf8) + [0xE9])
        }
    }

    @Test("the limit holds for the text in UTF-8, too, and long texts are converted whole")
    func length() throws {
        let xml = "<hierarchy a='" + String(repeating: "密", count: 200_000) + "'/>"
        let bytes = Self.utf16Forms(of: xml)[0]
        #expect(bytes.count < 500_000)
        #expect(try Self.read(bytes).source.string == xml)
        let limits = HierarchyLimits(byteCount: 500_000)
        #expect(throws: HierarchyError(.tooLarge(limit: 500_000))) {
            try Hierarchy(parsing: SecureBytes(copying: bytes), limits: limits)
        }
    }

    @Test("a text that nobody waits for is not converted")
    func cancelled() throws {
        let bytes = try SecureBytes(copying: Self.utf16Forms(of: "<hierarchy/>")[0])
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: HierarchyError(.cancelled)) { try Hierarchy(parsing: bytes, cancellation: cancellation) }
    }

    private static func read(_ bytes: [UInt8]) throws -> Hierarchy {
        try Hierarchy(parsing: SecureBytes(copying: bytes))
    }

    /// `text` in both orders, with a byte order mark and without.
    private static func utf16Forms(of text: String) -> [[UInt8]] {
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big]
    }
}
