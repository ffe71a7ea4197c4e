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
    }
}
