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

@Suite("Texts are written as JSON strings")
struct JSONWritingTests {
    @Test("what is written is read as the same text")
    func roundTrip() throws {
        let text = "\u{0}\u{1}\u{1F}\n\r\t\"\\/é😀\u{7F}\u{2028}"
        var builder = try SecureBytesBuilder()
        try builder.append(jsonString: SecureBytes(copying: Array(text.utf8)))
        let written = builder.finish()
        #expect(try JSONCursor(JSONValue(parsing: written)).string() == text)
        let expected = #""\u0000\u0001\u001f\n\r\t\"\\/é😀"# + "\u{7F}\u{2028}\""
        #expect(written.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == expected)
    }
}

@Suite("A pointer leads to a place in a text")
struct JSONPointerPositionTests {
    private static let text = """
        { "name": "a",
          "rules": [
            1,
            { "style": { "fill": 1 }, "é": 2, "tail": 3 } ]
        }
        """

    @Test(
        "the place is where the value starts",
        arguments: [
            ([], 1, 1), ([.name("name")], 1, 11), ([.name("rules")], 2, 12), ([.name("rules"), .index(0)], 3, 5),
            ([.name("rules"), .index(1), .name("style")], 4, 16),
            ([.name("rules"), .index(1), .name("style"), .name("fill")], 4, 26),
            ([.name("rules"), .index(1), .name("tail")], 4, 47),
        ] as [([JSONPointer.Token], Int, Int)]
    )
    func places(tokens: [JSONPointer.Token], line: Int, column: Int) throws {
        let position = JSONPointer(tokens).position(in: try SecureBytes(copying: Array(Self.text.utf8)))
        #expect(position?.line == line)
        #expect(position?.column == column)
    }

    @Test(
        "what is not there has no place",
        arguments: [[.name("rule")], [.name("rules"), .index(2)]] as [[JSONPointer.Token]]
    )
    func nowhere(tokens: [JSONPointer.Token]) throws {
        #expect(JSONPointer(tokens).position(in: try SecureBytes(copying: Array(Self.text.utf8))) == nil)
    }
}
