import SecureMemory
import StrictJSON
import Testing

@Suite("What is JSON is read as it is written")
struct JSONAcceptanceTests {
    static let accepted: [(String, Tree)] = [
        ("null", .null),
        (" \t\r\n true \n", .bool(true)),
        ("false", .bool(false)),
        ("0", .number(0)),
        ("-0", .number(0)),
        ("-0.5e+3", .number(-500)),
        ("1E3", .number(1000)),
        ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
        ("5e-324", .number(.leastNonzeroMagnitude)),
        ("1e-999", .number(0)),
        ("0.1", .number(0.1)),
        ("9007199254740993", .number(9_007_199_254_740_992)),
        (#""""#, .string("")),
        (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{C}\n\r\tz")),
        (#""\u0041\u00e9\u20AC\uD83D\ude00""#, .string("Aé€😀")),
        (#""\u0000\uFFFF""#, .string("\0\u{FFFF}")),
        ("\"é€😀\u{7F}\u{10FFFF}\u{FEFF}\"", .string("é€😀\u{7F}\u{10FFFF}\u{FEFF}")),
        ("[]", .array([])),
        ("[ ]", .array([])),
        ("[1,[2], {\"a\" : 3 } ]", .array([.number(1), .array([.number(2)]), .object(["a"], [.number(3)])])),
        ("{}", .object([], [])),
        (#"{"b":1,"a":null,"":[]}"#, .object(["b", "a", ""], [.number(1), .null, .array([])])),
        (#"{"a":{"a":1}}"#, .object(["a"], [.object(["a"], [.number(1)])])),
        (#"{"\u0061\n":1}"#, .object(["a\n"], [.number(1)])),
    ]

    @Test("a text of the grammar is accepted, members in their order", arguments: accepted)
    func accepts(text: String, tree: Tree) throws {
        #expect(try Tree(parsing: text) == tree)
    }

    @Test("strings of every length end where they end, whatever the word at a time holds")
    func stringsOfEveryLength() throws {
        for length in 0..<40 {
            for special in ["", "\"", "\\", "é", "\u{7F}", "!", "#", "[", "]", " "] {
                for place in 0...length {
                    let text =
                        String(repeating: "x", count: place) + special
                        + String(repeating: "~", count: length - place)
                    let escaped =
                        special == "\"" || special == "\\" ? text.replacing(special, with: "\\" + special) : text
                    let value = try JSONValue(parsing: secure("[\"\(escaped)\",1]"))
                    #expect(Tree(value) == .array([.string(text), .number(1)]))
                }
            }
        }
    }
}

@Suite("What is not JSON, or could be read in two ways, is refused at its place")
struct JSONRefusalTests {
    static let refused: [(String, Int, Int, JSONSyntaxError.Reason)] = [
        ("", 1, 1, .unexpected(expected: "a value", found: nil)),
        ("  \n ", 2, 2, .unexpected(expected: "a value", found: nil)),
        ("\u{FEFF}{}", 1, 1, .byteOrderMark),
        ("{} \u{FEFF}", 1, 4, .unexpected(expected: "the end of the text", found: "\u{FEFF}")),
        ("1 2", 1, 3, .unexpected(expected: "the end of the text", found: "2")),
        ("{}\0", 1, 3, .unexpected(expected: "the end of the text", found: "\0")),
        ("nul", 1, 1, .unexpected(expected: "a value", found: "n")),
        ("nulll", 1, 5, .unexpected(expected: "the end of the text", found: "l")),
        ("True", 1, 1, .unexpected(expected: "a value", found: "T")),
        ("NaN", 1, 1, .unexpected(expected: "a value", found: "N")),
        ("-Infinity", 1, 2, .unexpected(expected: "a digit", found: "I")),
        ("\u{A0}1", 1, 1, .unexpected(expected: "a value", found: "\u{A0}")),
        ("\u{B}1", 1, 1, .unexpected(expected: "a value", found: "\u{B}")),
        ("// no\n1", 1, 1, .unexpected(expected: "a value", found: "/")),
        ("+1", 1, 1, .unexpected(expected: "a value", found: "+")),
        (".5", 1, 1, .unexpected(expected: "a value", found: ".")),
        ("01", 1, 1, .leadingZero),
        ("-00", 1, 2, .leadingZero),
        ("1.", 1, 3, .unexpected(expected: "a digit", found: nil)),
        ("1.e5", 1, 3, .unexpected(expected: "a digit", found: "e")),
        ("1e", 1, 3, .unexpected(expected: "a digit", found: nil)),
        ("1e+", 1, 4, .unexpected(expected: "a digit", found: nil)),
        ("-", 1, 2, .unexpected(expected: "a digit", found: nil)),
        ("0x10", 1, 2, .unexpected(expected: "the end of the text", found: "x")),
        ("1_000", 1, 2, .unexpected(expected: "the end of the text", found: "_")),
        ("[1e999]", 1, 2, .numberOutOfRange),
        ("[-1e309]", 1, 2, .numberOutOfRange),
        ("\"abc", 1, 5, .unterminatedString),
        ("\"abc\\", 1, 5, .unterminatedString),
        ("'a'", 1, 1, .unexpected(expected: "a value", found: "'")),
        ("\"a\nb\"", 1, 3, .controlCharacter("\n")),
        ("\"\u{1F}\"", 1, 2, .controlCharacter("\u{1F}")),
        ("\"12345678\0\"", 1, 10, .controlCharacter("\0")),
        (#""\x41""#, 1, 2, .invalidEscape),
        (#""é\'""#, 1, 3, .invalidEscape),
        (#""\u12g4""#, 1, 2, .invalidEscape),
        (#""\U0041""#, 1, 2, .invalidEscape),
        (#""\uD800""#, 1, 2, .loneSurrogate),
        (#""\uDC00\uD800""#, 1, 2, .loneSurrogate),
        (#""\uD83Dx""#, 1, 2, .loneSurrogate),
        (#""\uD83D\u0041""#, 1, 2, .loneSurrogate),
        (#""\uD83D\uD83D\uDE00""#, 1, 2, .loneSurrogate),
        ("[", 1, 2, .unexpected(expected: "a value", found: nil)),
        ("[1,]", 1, 4, .unexpected(expected: "a value", found: "]")),
        ("[,1]", 1, 2, .unexpected(expected: "a value", found: ",")),
        ("[1 2]", 1, 4, .unexpected(expected: #""," or "]""#, found: "2")),
        ("[1}", 1, 3, .unexpected(expected: #""," or "]""#, found: "}")),
        ("[\n 1,\n é]", 3, 2, .unexpected(expected: "a value", found: "é")),
        ("[\"é😀\" x]", 1, 7, .unexpected(expected: #""," or "]""#, found: "x")),
        ("{", 1, 2, .unexpected(expected: #"a member's name in quotation marks or "}""#, found: nil)),
        ("{a:1}", 1, 2, .unexpected(expected: #"a member's name in quotation marks or "}""#, found: "a")),
        ("{\"a\":1,}", 1, 8, .unexpected(expected: "a member's name in quotation marks", found: "}")),
        ("{\"a\" 1}", 1, 6, .unexpected(expected: #"":""#, found: "1")),
        ("{\"a\":}", 1, 6, .unexpected(expected: "a value", found: "}")),
        ("{\r\n\"a\":1\r\n]", 3, 1, .unexpected(expected: #""," or "}""#, found: "]")),
        ("{\"a\":1;}", 1, 7, .unexpected(expected: #""," or "}""#, found: ";")),
        ("{1:2}", 1, 2, .unexpected(expected: #"a member's name in quotation marks or "}""#, found: "1")),
        ("]", 1, 1, .unexpected(expected: "a value", found: "]")),
    ]

    @Test("a text that breaks the grammar is refused with its line and column", arguments: refused)
    func refuses(text: String, line: Int, column: Int, reason: JSONSyntaxError.Reason) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: secure(text)) }
        #expect(error.reason == reason)
        #expect((error.position.line, error.position.column) == (line, column))
    }

    static let malformedUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
        [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]

    @Test("UTF-8 that is overlong, a surrogate, beyond Unicode or cut off is refused", arguments: malformedUTF8)
    func refusesMalformedUTF8(bytes: [UInt8]) throws {
        for (prefix, suffix) in [("[\"aé", "\"]"), ("[\"aé", "12345678\"]"), ("[12, ", "]")] {
            let text = try SecureBytes(copying: Array(prefix.utf8) + bytes + Array(suffix.utf8))
            let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
            #expect(error.reason == .invalidUTF8)
            #expect(error.position.offset == prefix.utf8.count)
        }
    }

    @Test("UTF-8 that the text's end cuts off is refused")
    func refusesTruncatedUTF8() throws {
        let text = try SecureBytes(copying: [0x22, 0xF0, 0x9F, 0x98])
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error.reason == .invalidUTF8)
    }

    static let duplicates = [
        (#"{"a":1,"a":1}"#, 8, "a", "/a"),
        (#"{"color":1,"c\u006flor":2}"#, 12, "color", "/color"),
        (#"{"x":[0,{"a/b":1,"~":2,"a\/b":3}]}"#, 24, "a/b", "/x/1/a~1b"),
        (#"{"\ud83d\ude00":1,"😀":2}"#, 19, "😀", "/😀"),
    ]

    @Test("a duplicate member is refused, even when one is escaped", arguments: duplicates)
    func refusesDuplicates(text: String, column: Int, name: String, pointer: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: secure(text)) }
        #expect(error.reason == .duplicateMember(name))
        #expect(error.position.column == column)
        #expect(error.pointer.description == pointer)
    }

    @Test("an error is a sentence with its place")
    func sentence() throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: secure("{\n \"rules\": [1],\n \"keep\": {} ]"))
        }
        #expect(error.description == #"line 3, column 13: expected "," or "}", found "]""#)
    }

    @Test("what an error shows of the text does not steer a terminal")
    func sentenceIsHarmless() throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: secure(#"{"\u001b[2J\u202e":1,"\u001b[2J\u202e":1}"#))
        }
        #expect(error.description == #"line 1, column 22: the object has two members called "\u{1B}[2J\u{202E}""#)
    }
}
