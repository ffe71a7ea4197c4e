import Foundation
import SecureMemory
import StrictJSON
import Testing

@Suite("JSON that the program makes itself")
struct JSONTreeTests {
    private static let tree: JSONTree = [
        "b": [true, 1, -0.5, 1e21], "a": ["quote \" and \\": "line\nend\u{1}é🏦"], "empty": [[:], []],
    ]

    @Test("is written with its members in their order, and read back as what it is")
    func text() throws {
        let text = ##"{"b":[true,1,-0.5,1e+21],"a":{"quote \" and \\":"line\nend\u0001é🏦"},"empty":[{},[]]}"##
        #expect(Self.tree.text == text)
        for text in [Self.tree.text, Self.tree.indentedText] {
            let value = try JSONCursor(JSONValue(parsing: SecureBytes(copying: text.utf8)))
            let object = try value.object(allowing: ["b", "a", "empty"])
            #expect(try object.required("b").array().dropFirst().map { try $0.number() } == [1, -0.5, 1e21])
            let member = try #require(object.required("a").members(count: 1...1).first)
            #expect(member.name == "quote \" and \\")
            #expect(try member.value.string() == "line\nend\u{1}é🏦")
        }
    }

    @Test("is indented for people")
    func indented() {
        let tree: JSONTree = ["a": [1, ["b": "c"]], "d": [:]]
        #expect(tree.indentedText == "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"c\"\n    }\n  ],\n  \"d\": {}\n}\n")
    }

    @Test("has its members changed, added and taken away by name")
    func members() {
        var tree: JSONTree = ["a": 1, "b": 2]
        tree["a"] = 3
        tree["b"] = nil
        tree["c"] = 4
        #expect(tree == ["a": 3, "c": 4])
        #expect(JSONTree.bool(true)["a"] == nil)
        #expect(tree.mapStrings { $0 + "!" } == tree)
        #expect((["a": ["b"]] as JSONTree).mapStrings { $0 + "!" } == ["a": ["b!"]])
    }
}
