import BoundedRegex
import Testing

@Suite("A bounded regular expression")
struct BoundedRegexTests {
    @Test("matches a text as a whole or not at all")
    func wholeText() throws {
        var matcher = try RegexMatcher()
        let regex = try BoundedRegex("pin|pincode")
        for text in ["pin", "pincode"] {
            #expect(try matcher.matches(regex, text))
        }
        for text in ["", "pincod", "a pin", "pin\n", "PIN"] {
            #expect(try !matcher.matches(regex, text))
        }
        #expect(try matcher.matches(try BoundedRegex(""), ""))
        #expect(try matcher.matches(try BoundedRegex("^.*$"), ""))
        #expect(try !matcher.matches(try BoundedRegex("a$"), "a\n"))
        #expect(try !matcher.matches(try BoundedRegex("(?m)a$"), "a\nb"))
    }

    @Test(
        "knows all of Unicode",
        arguments: [
            (".", "😀"), ("\\w+", "Größe"), ("\\d\\d", "٤٢"), ("(?i)größe", "GRÖSSE".replacing("SS", with: "ẞ")),
            ("(?i)ΠΙΝ", "πιν"), ("\\p{Han}+", "密码"), ("(?i).*passwört.*", "Dein PASSWÖRT:"), ("é", "\u{E9}"),
        ]
    )
    func unicode(pattern: String, text: String) throws {
        var matcher = try RegexMatcher()
        #expect(try matcher.matches(try BoundedRegex(pattern), text))
    }

    @Test(
        "is refused where it is broken, at the place",
        arguments: [
            ("(a", 2), ("a)", 1), ("[a", 2), ("a**b(", 2), ("\\", 1), ("é(?<n", 6), ("(?<=a*)", 0), ("x{3,2}", 5),
            ("(?P>nope)", 4), ("\\p{Nope}", 8),
        ]
    )
    func malformed(pattern: String, offset: Int) {
        let error = #expect(throws: RegexSyntaxError.self) { try BoundedRegex(pattern) }
        #expect(error?.offset == offset)
        guard case .malformed(let message)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!message.isEmpty)
    }

    @Test(
        "is refused if it wants what has no place here",
        arguments: [
            ("(*LIMIT_MATCH=4000000000)a", RegexSyntaxError.Reason.leadingVerb),
            ("(*NO_START_OPT)a", .leadingVerb),
            ("a(?C1)b", .callout),
            ("a(?C'text')b", .callout),
            ("a\\Cb", .singleByte),
            (String(repeating: "a", count: 1025), .tooLong(limit: 1024)),
            (String(repeating: "(", count: 251) + String(repeating: ")", count: 251), .tooDeep(limit: 250)),
            ("(((((a{1,1000}){1,1000}){1,1000}){1,1000}){1,1000})", .tooLarge),
        ]
    )
    func refused(pattern: String, reason: RegexSyntaxError.Reason) {
        let error = #expect(throws: RegexSyntaxError.self) { try BoundedRegex(pattern) }
        #expect(error?.reason == reason)
    }

    @Test("may be as long and as deep as the limits say")
    func longest() throws {
        var matcher = try RegexMatcher()
        let long = String(repeating: "a", count: 1024)
        #expect(try matcher.matches(try BoundedRegex(long), long))
        let deep = String(repeating: "(", count: 250) + "a" + String(repeating: ")", count: 250)
        #expect(try matcher.matches(try BoundedRegex(deep), "a"))
    }

    @Test("says where it wants to call the program")
    func calloutOffset() {
        let error = #expect(throws: RegexSyntaxError.self) { try BoundedRegex("ab(?C)c") }
        #expect(error?.offset == 6)
    }

    @Test("says what is wrong, and where, in a sentence")
    func description() {
        let error = #expect(throws: RegexSyntaxError.self) { try BoundedRegex("ab(c") }
        #expect(error?.description == "offset 4: missing closing parenthesis")
    }
}
