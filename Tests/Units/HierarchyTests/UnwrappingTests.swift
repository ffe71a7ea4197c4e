import Foundation
import Hierarchy
import SecureMemory
import Testing

@Suite("A page source is taken out of what tools put round it")
struct UnwrappingTests {
    private static let xml =
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node text=\"é\"/></hierarchy>"
    private static let boxes = #"[{"locator":"a","text":"é","boundingBox":null}]"#

    @Test(
        "the message that uiautomator appends is cut off",
        arguments: [
            "UI hierchary dumped to: /dev/tty", "UI hierchary dumped to: /dev/tty\r\n",
            "\nUI hierchary dumped to: /dev/tty\n",
            "\r\nUI hierarchy dumped to: /dev/tty", "\n\nUI hierarchy dumped to: /proc/self/fd/1 \n",
        ]
    )
    func dumpLine(_ line: String) throws {
        let hierarchy = try Hierarchy(Self.xml + line)
        #expect(hierarchy.source.string == Self.xml)
        #expect(hierarchy.text(.value, of: 1)?.string == "é")
    }

    @Test("so is the one in front, where the file was printed after it", arguments: ["\n", "\r\n", "\n\n"])
    func dumpLineInFront(lineBreak: String) throws {
        let hierarchy = try Hierarchy("UI hierchary dumped to: /sdcard/window_dump.xml" + lineBreak + Self.xml)
        #expect(hierarchy.source.string == Self.xml)
        let message = "UI hierchary dumped to: /sdcard/window_dump.xml\n"
        let ambiguous =
            Array(message.utf8) + Array("<?xml version='1.0' encoding='GBK'?><hierarchy a='".utf8) + [0xC3, 0xA9]
        #expect(throws: HierarchyError(.ambiguousEncoding)) {
            try Hierarchy(parsing: SecureBytes(copying: ambiguous + Array("'/>".utf8)))
        }
        for other in ["secret\n" + message, message + "secret ", message.replacing("\n", with: " secret\n")] {
            #expect(throws: HierarchyError.self) { try Hierarchy(other + Self.xml) }
        }
    }

    @Test("a text with a byte order mark is what that says, whatever is declared")
    func markBeforeDeclaration() throws {
        let text = "\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?><hierarchy a='é'/>"
        #expect(try Hierarchy(text).source.string == "<?xml version='1.0' encoding='UTF-8'?><hierarchy a='é'/>")
    }

    @Test(
        "nothing else that follows the XML is",
        arguments: [
            "secret", "UI hierchary dumped to: ", "UI hierchary dumped to: /dev/tty secret",
            "UI hierchary dumped to: /dev/tty\nsecret", "secret\nUI hierchary dumped to: /dev/tty",
            "ui hierchary dumped to: /dev/tty",
            "UI hierchary dumped to: /dev/t\u{7}y",
        ]
    )
    func otherEnds(_ end: String) {
        let error = #expect(throws: HierarchyError.self) { try Hierarchy(Self.xml + end) }
        #expect(error?.reason == .malformedXML("junk after document element"))
    }

    @Test("a byte order mark and white space in front are taken off", arguments: ["\u{FEFF}", "\n", "\u{FEFF}\r\n  "])
    func margin(_ margin: String) throws {
        #expect(try Hierarchy(margin + Self.xml).source.string == Self.xml)
        #expect(try Hierarchy(margin + Self.boxes).text(.value, of: 0)?.string == "é")
    }

    @Test(
        "the reply of a driver is the page source in it",
        arguments: [
            #"{"value":@}"#, #"{"value": @, "sessionId": "1f"}"#, #" {"sessionId" :null,"status":0 , "value":@ } "#,
            "\u{FEFF}" + #"{"status":0,"value":@}"#,
        ]
    )
    func reply(_ form: String) throws {
        let value = try #require(String(bytes: JSONEncoder().encode(Self.xml + "\n"), encoding: .utf8))
        let hierarchy = try Hierarchy(form.replacing("@", with: value))
        #expect(hierarchy.source.string == Self.xml + "\n")
        #expect(hierarchy.format == .uiAutomator)
        let redacted = try hierarchy.source(redacting: [1]).bytes.string
        #expect(redacted == Self.xml.replacing("é", with: Hierarchy.redactedText) + "\n")

        let list = try Hierarchy(form.replacing("@", with: " " + Self.boxes))
        #expect(list.source.string == Self.boxes)
        #expect(list.text(.identifier, of: 0)?.string == "a")
        let listText = try #require(String(bytes: JSONEncoder().encode(Self.boxes), encoding: .utf8))
        #expect(try Hierarchy(form.replacing("@", with: listText)).source.string == Self.boxes)
    }

    @Test("what is sent as text in a reply is UTF-8, whatever it declares")
    func declarationInReply() throws {
        let hierarchy = try Hierarchy(#"{"value":"<?xml version='1.0' encoding='GBK'?><hierarchy a='é'/>"}"#)
        #expect(hierarchy.source.string == "<?xml version='1.0' encoding='UTF-8'?><hierarchy a='é'/>")
    }

    static let refusedReplies: [(reply: String, reason: HierarchyError.Reason)] = [
        (#"{"value":"{\"value\":\"<hierarchy/>\"}"}"#, .nestedReply),
        (#"{"value":{"value":[]}}"#, .nestedReply),
        (#"{"value":null}"#, .lookalike(.nothing)),
        (#"{"value":" "}"#, .lookalike(.nothing)),
        (#"{"value":"secret"}"#, .unknownFormat),
        (#"{"value":"<html></html>"}"#, .lookalike(.page)),
        (#"{"value":"iVBORw0KGgoAAAANSUhEUg"}"#, .lookalike(.picture)),
        (#"{"value":{"error":"no such window","message":"secret","stacktrace":""}}"#, .lookalike(.failedReply)),
        (#"{"status":13,"value":"secret"}"#, .lookalike(.failedReply)),
        (#"{"value":"<hierarchy/>","#, malformed),
        (#"{"value":"<hierarchy/>"}}"#, malformed),
        (#"{"value":"<hierarchy/>","value":"<hierarchy/>"}"#, malformed),
        (#"{"value":"<hierarchy/>","secret":1}"#, malformed),
        (#"{"value":"<hierarchy/>","sessionId":1}"#, malformed),
        (#"{"value":1}"#, malformed),
        (
            #"{"value":"\ud800"}"#,
            .malformedJSON("the escape of a surrogate has to be half of a pair, the high one first")
        ),
        (#"{"value":"<hierarchy/>","sessionId":"\x"}"#, .malformedJSON(escape)),
    ]
    private static let malformed = HierarchyError.Reason.malformedJSON(
        "a WebDriver reply is an object with a value, and perhaps a sessionId and a status of 0"
    )
    private static let escape =
        #"expected an escape: one of \" \\ \/ \b \f \n \r \t, or \u and four hexadecimal digits"#

    @Test("what is no reply, or one without a page source, is refused", arguments: refusedReplies)
    func refusedReply(_ reply: String, reason: HierarchyError.Reason) {
        let error = #expect(throws: HierarchyError.self) { try Hierarchy(reply) }
        #expect(error?.reason == reason)
    }
}
