import SecureMemory
import StrictJSON
import Testing

/// A policy in little, decoded as the real one is.
private struct Rule: Equatable {
    enum Target: Equatable {
        case screen
        case region(x: Double, y: Double, width: Double, height: Double)
    }
    enum Style: Equatable {
        case fill(color: String)
        case blur(radius: Double)
    }

    let target: Target
    let style: Style
    let atLeast: Int

    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let rule = try json.object(allowing: ["target", "style", "atLeast"])
        target = try Self.target(rule.required("target"))
        style = try Self.style(rule.required("style"))
        atLeast = try rule.optional("atLeast")?.integer(in: 0...1000) ?? 0
    }

    private static func target(_ json: JSONCursor) throws(JSONSchemaError) -> Target {
        switch try json.wordOrSoleMember(words: ["screen"], members: ["region", "element"]) {
        case .word:
            return .screen
        case .member(0, let json):
            let region = try json.object(allowing: ["x", "y", "width", "height"])
            return .region(
                x: try region.required("x").number(),
                y: try region.required("y").number(),
                width: try region.required("width").number(above: 0, upTo: 16_384),
                height: try region.required("height").number(above: 0, upTo: 16_384)
            )
        case .member(_, let json):
            throw json.invalid("elements need a hierarchy")
        }
    }

    private static func style(_ json: JSONCursor) throws(JSONSchemaError) -> Style {
        switch try json.soleMember(of: ["fill", "blur"]) {
        case (0, let json):
            return .fill(color: try json.object(allowing: ["color"]).required("color").string(bytes: 4...7))
        case (_, let json):
            return .blur(radius: try json.object(allowing: ["radius"]).required("radius").number(in: 0.5...250))
        }
    }
}

@Suite("A strict schema is read in few lines")
struct JSONCursorTests {
    private func rule(_ text: String) throws -> Rule {
        try Rule(JSONCursor(JSONValue(parsing: secure(text))))
    }

    @Test("a member that is read, and would be refused as unknown, ends the program")
    func unknownToTheReader() async {
        await #expect(processExitsWith: .success) {
            let object = try JSONCursor(JSONValue(parsing: secure("{}"))).object(allowing: ["style"])
            #expect(object.optional("style") == nil)
        }
        await #expect(processExitsWith: .failure) {
            let object = try JSONCursor(JSONValue(parsing: secure("{}"))).object(allowing: ["style"])
            _ = object.optional("styles")
        }
    }

    @Test("a rule is read")
    func reads() throws {
        let text =
            #"{"target":{"region":{"x":0,"y":-1.5,"width":430,"height":9e1}},"style":{"fill":{"color":"black"}}}"#
        let decoded = try rule(text)
        #expect(decoded.target == .region(x: 0, y: -1.5, width: 430, height: 90))
        #expect(decoded.style == .fill(color: "black"))
        #expect(decoded.atLeast == 0)
        #expect(try rule(#"{"style":{"blur":{"radius":24}},"target":"screen","atLeast":1e0}"#).atLeast == 1)
    }

    static let refused: [(String, String)] = [
        ("5", "expected an object, found a number"),
        ("{}", #"the member "target" is missing"#),
        (
            #"{"target":null,"style":{}}"#,
            #"/target: expected "screen" or an object with exactly one member out of "region", "element", found null"#
        ),
        (
            #"{"target":"screem","style":{}}"#,
            #"/target: unknown value "screem", did you mean "screen"? known here: "screen""#
        ),
        (
            #"{"target":{},"style":{}}"#,
            #"/target: expected exactly one member out of "region", "element", found none"#
        ),
        (
            #"{"target":{"region":1,"element":2},"style":{}}"#,
            #"/target: expected exactly one member out of "region", "element", found "region", "element""#
        ),
        (
            #"{"target":{"area":1},"style":{}}"#,
            #"/target/area: unknown member "area"; known here: "region", "element""#
        ),
        (#"{"target":{"element":1},"style":{}}"#, "/target/element: elements need a hierarchy"),
        (
            #"{"target":{"region":{"x":"0"}},"style":{}}"#,
            "/target/region/x: expected a number, found a string"
        ),
        (#"{"target":{"region":{"x":0}},"style":{}}"#, #"/target/region: the member "y" is missing"#),
        (
            #"{"target":{"region":{"x":0,"y":0,"width":0}},"style":{}}"#,
            "/target/region/width: expected a number above 0 and up to 16384, found 0"
        ),
        (
            #"{"target":"screen","style":{"fill":{"colour":"black"}}}"#,
            #"/style/fill/colour: unknown member "colour", did you mean "color"? known here: "color""#
        ),
        (
            #"{"target":"screen","style":{"fill":{"color":"black!!!"}}}"#,
            "/style/fill/color: expected a string of 4 to 7 bytes, found 8 bytes"
        ),
        (
            #"{"target":"screen","style":{"blur":{"radius":0.25}}}"#,
            "/style/blur/radius: expected a number from 0.5 to 250, found 0.25"
        ),
        (
            #"{"target":"screen","style":{"blur":{"radius":1}},"atLeast":1.5}"#,
            "/atLeast: expected a whole number from 0 to 1000, found 1.5"
        ),
        (
            #"{"target":"screen","style":{"blur":{"radius":1}},"atLeast":1e300}"#,
            "/atLeast: expected a whole number from 0 to 1000, found 1e+300"
        ),
        (
            #"{"target":"screen","style":{"blur":{"radius":1}},"a/b~c":1}"#,
            #"/a~1b~0c: unknown member "a/b~c"; known here: "target", "style", "atLeast""#
        ),
    ]

    @Test("what the schema does not have is refused with its pointer", arguments: refused)
    func refuses(text: String, description: String) throws {
        let error = try #require(throws: JSONSchemaError.self) { try rule(text) }
        #expect(error.description == description)
    }

    @Test("elements and members carry their place")
    func places() throws {
        let root = JSONCursor(try JSONValue(parsing: secure(#"{"rules":[[1],[true,2]],"":{"~/":null}}"#)))
        let object = try root.object(allowing: ["rules", ""])
        let rules = try object.required("rules").array()
        let second = try rules[1].array(count: 2...2)
        #expect(second.map(\.pointer.description) == ["/rules/1/0", "/rules/1/1"])
        #expect(try second[0].bool())
        let members = try object.required("").members(count: 1...1)
        #expect(members.map(\.name) == ["~/"])
        #expect(members.map(\.value.pointer.description) == ["//~0~1"])
        #expect(root.pointer.description.isEmpty)
        #expect(object.optional("rules")?.pointer.tokens == [.name("rules")])
    }

    @Test("names that are data can be the keys of a dictionary, and their number is bounded")
    func names() throws {
        let json = JSONCursor(try JSONValue(parsing: secure("{\"\u{E9}\":1,\"e\u{301}\":2}")))
        let error = try #require(throws: JSONSchemaError.self) { try json.members(count: 0...2) }
        #expect(error.message == "the object has two members of equivalent names")
        let many = try #require(throws: JSONSchemaError.self) { try json.members(count: 0...1) }
        #expect(many.message == "expected an object of 0 to 1 members, found 2")
    }

    @Test("an array of too many elements is refused")
    func arrayCount() throws {
        let json = JSONCursor(try JSONValue(parsing: secure("[1,2,3]")))
        let error = try #require(throws: JSONSchemaError.self) { try json.array(count: 1...2) }
        #expect(error.message == "expected an array of 1 to 2 elements, found 3")
        let fewer = try #require(throws: JSONSchemaError.self) { try json.array(count: 4...Int.max) }
        #expect(fewer.message == "expected an array of 4 or more elements, found 3")
    }

    @Test("a whole number that a Double may not hold is refused, whatever the range")
    func largeIntegers() throws {
        let largest = JSONCursor(try JSONValue(parsing: secure("9007199254740991")))
        #expect(try largest.integer(in: 0...Int.max) == 9_007_199_254_740_991)
        let beyond = JSONCursor(try JSONValue(parsing: secure("9007199254740993")))
        #expect(throws: JSONSchemaError.self) { try beyond.integer(in: 0...Int.max) }
    }

    @Test("a text too long for its bounds is refused without being copied or shown")
    func longStrings() throws {
        let json = JSONCursor(try JSONValue(parsing: secure("\"" + String(repeating: "x", count: 100_000) + "\"")))
        let error = try #require(throws: JSONSchemaError.self) { try json.string(bytes: 0...100) }
        #expect(error.message == "expected a string of 0 to 100 bytes, found a longer string")
        let unknown = try #require(throws: JSONSchemaError.self) { try json.word(among: ["short"]) }
        #expect(unknown.message == #"unknown value; known here: "short""#)
    }

    @Test("an error with its place steers no terminal, whatever a member is called")
    func printedPlace() throws {
        let json = JSONCursor(try JSONValue(parsing: secure(#"{"\u001b[31mA\n\u007f\u009b":1}"#)))
        let error = try #require(throws: JSONSchemaError.self) { try json.object(allowing: ["name"]) }
        #expect(error.description.hasPrefix(#"/\u{1B}[31mA\u{A}\u{7F}\u{9B}: unknown member "\u{1B}[31m"#))
        #expect(error.pointer.description == "/\u{1B}[31mA\n\u{7F}\u{9B}", "a pointer is as its standard writes it")
    }
}
