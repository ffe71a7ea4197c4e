import SecureMemory
import StrictJSON
import Testing

@testable import PolicyLibrary

@Suite("YAML is read in one way, or not at all")
struct YAMLTextTests {
    @Test(
        "a text in YAML is the tree that its twin in JSON is",
        arguments: [
            ("a: 1\nb: [true, false, null, ~]\n", #"{"a": 1, "b": [true, false, null, null]}"#),
            ("# a comment\n- x\n- 'y'\n- \"z\\n\"\n", #"["x", "y", "z\n"]"#),
            ("a:\n  b:\n  - c: -1.5e2\n    d: \"#000\"\n", ##"{"a": {"b": [{"c": -150, "d": "#000"}]}}"##),
            ("a: |\n  two\n  lines\nb: >-\n  folded\n  text\n", #"{"a": "two\nlines\n", "b": "folded text"}"#),
            ("a:\nb: ''\n", #"{"a": null, "b": ""}"#),
            ("a: \"1\"\nb: 'true'\n\"null\": 'null'\n", #"{"a": "1", "b": "true", "null": "null"}"#),
            ("%YAML 1.1\n---\na: b & c * d, e*f, //*[@g]\n...\n", #"{"a": "b & c * d, e*f, //*[@g]"}"#),
            ("{\"a\": [1, {\"b\": \"\\\"\\u00e9\\\\\"}]}", #"{"a": [1, {"b": "\"é\\"}]}"#),
            ("a: \"\\x26b \\x2Ac\"", #"{"a": "&b *c"}"#),
            ("privacy-screen: Content hidden - yes", #"{"privacy-screen": "Content hidden - yes"}"#),
        ]
    )
    func twins(yaml: String, json: String) throws {
        let value = try YAMLText(bytes(yaml)).value
        #expect(describe(value) == describe(try JSONValue(parsing: bytes(json))))
    }

    @Test(
        "what has two readings, or makes more of a text than it shows, is refused with its line",
        arguments: [
            // YAML 1.1 and 1.2 disagree.
            ("a: 1\nb: yes", 2), ("a: off", 1), ("a: 012", 1), ("a: 0x1F", 1), ("a: 1_000", 1), ("a: 1:30", 1),
            ("a: .inf", 1), ("a: .nan", 1), ("a: +1", 1), ("a: .5", 1), ("a: 2001-01-01", 1), ("a: True", 1),
            ("a: NULL", 1),
            ("a: =", 1), ("\n\nyes: 1", 3), ("1: a", 1), ("~: a", 1), ("null: a", 1),
            // Anchors, aliases, merge keys and tags.
            ("a: &x 1\nb: 2", 1), ("a: 1\nb: *x", 2), ("&x a: 1", 1), ("? *x\n: 1", 1), ("[1,*x]", 1),
            ("{\"a\":&x 1}", 1),
            ("a:\n- 1\n- &x-y 1", 3), ("<<: {a: 1}", 1), ("a: 1\n'b': !!int '3'", 2), ("a: !!str b", 1),
            ("a: !c\n  d: 1", 1),
            ("a: !!set {b}", 1), ("!!map {a: 1}", 1), ("a: !!seq [b]", 1), ("a: ! b", 1),
            // Keys.
            ("a: 1\nb: 2\na: 3", 1), ("a: 1\n\"a\": 2", 1), ("? [a]\n: 1", 1), ("? {a: 1}\n: 1", 1),
            // No, or more than one, document, and what is none.
            ("", 1), ("# nothing\n", 1), ("a: 1\n---\nb: 2", 2), ("a: [1", 2), ("a: 1\n b: 2", 2), ("a: \"b", 1),
            ("\tb: 1", 1),
            ("a: 1\nb: \u{1}", 2),
        ]
    )
    func refused(yaml: String, line: Int) throws {
        let text = try bytes(yaml)
        let fault = #expect(throws: TextFault.self) { try YAMLText(text) }
        #expect(fault?.line == line)
        #expect(fault?.reason.isEmpty == false)
    }

    @Test("bytes that are not UTF-8 are refused")
    func encoding() throws {
        let text = try SecureBytes(copying: Array("a: ".utf8) + [0xFF])
        #expect(throws: TextFault.self) { try YAMLText(text) }
    }

    @Test("a text that would be larger than any memory is refused before it is composed")
    func bomb() throws {
        let levels = (1...40).map { "- &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ", "))]" }
        let text = try bytes("- &a0 x\n" + levels.joined(separator: "\n") + "\n- ? *a40\n  : 1\n")
        let fault = #expect(throws: TextFault.self) { try YAMLText(text) }
        #expect(fault?.line == 1)
    }

    @Test("nesting is bounded as in JSON", arguments: [64, 65, 900, 5000])
    func depth(depth: Int) throws {
        let text = try bytes(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        #expect((try? YAMLText(text)) == nil || depth == 64)
        if depth == 64 { _ = try YAMLText(text) }
    }

    private func bytes(_ text: String) throws -> SecureBytes { try SecureBytes(copying: Array(text.utf8)) }

    /// The tree, with the members of objects in the order in which they are written.
    private func describe(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let number): "\(number)"
        case .string(let text): "\"\(text.string)\""
        case .array(let elements): "[\(elements.map(describe).joined(separator: ","))]"
        case .object(let object):
            "{\(object.members.map { "\($0.name):\(describe($0.value))" }.joined(separator: ","))}"
        }
    }
}
