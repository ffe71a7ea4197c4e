import Testing
import XPath

@Suite("The grammar of XPath 1.0, section 3.7")
struct GrammarTests {
    @Test(
        "tells operators from names by what stands before them",
        arguments: [
            ("//*[count(*) * 2 = 4]", [0, 2]),
            ("/*/*[* and *]", [2]),
            ("//and", [1]),
            ("//or | //div", [2, 4]),
            ("//and[@mod mod 2 = 1]", [1]),
            ("/*/child::or[div div div or true()]", [2]),
            ("//a-b", [3]),
            ("//or[a-b - a-b != 0 or 1-1=0]", [2]),
            ("// * [ position ( ) = 2 ]", [2, 4]),
            ("\n//\t*[ .//div\r]", [0, 2]),
            ("//text | //node", [0]),
            ("//*[self::node()][self::text]", [0]),
        ]
    )
    func ambiguities(expression: String, expected: [Int]) throws {
        let tree = try ElementTree(
            outline: """
                text
                  and mod=|3|
                  or
                    a-b
                    div
                """
        )
        #expect(try tree.elements(expression) == expected)
    }

    @Test(
        "is refused where it is broken, at the place and with what was expected",
        arguments: [
            ("", "offset 0: expected a step, such as a name or \"*\", but the expression ends here"),
            ("//a[", "offset 4: expected a step, such as a name or \"*\", but the expression ends here"),
            ("//a[1", "offset 5: expected \"]\", but the expression ends here"),
            ("//a]", "offset 3: expected an operator or the end, found \"]\""),
            ("//a[@x='1]", "offset 7: the expression ends inside a string"),
            ("//é[@x=#]", "offset 8: expected a part of an XPath, found \"#\""),
            ("//a b", "offset 4: expected an operator, found \"b\""),
            ("//a\u{A0}", "offset 3: expected a part of an XPath, found U+A0"),
            ("///a", "offset 2: expected a step, such as a name or \"*\", found \"/\""),
            ("//a[.[1]]", "offset 5: expected \"]\", found \"[\""),
            ("sideways::a", "offset 0: XPath 1.0 has no axis sideways"),
            ("//a[nope()]", "offset 4: XPath 1.0 has no function nope()"),
            ("//a[not()]", "offset 4: not() takes 1 argument"),
            ("//a[concat(@x)]", "offset 4: concat() takes 2 or more arguments"),
            ("//a[substring(@x)]", "offset 4: substring() takes 2 to 3 arguments"),
            ("//a[count(1)]", "offset 10: only nodes can be united, counted, summed up, filtered or stepped from"),
            ("//a | 'b'", "offset 6: only nodes can be united, counted, summed up, filtered or stepped from"),
            ("//a['b'/c]", "offset 4: only nodes can be united, counted, summed up, filtered or stepped from"),
        ]
    )
    func syntaxErrors(expression: String, sentence: String) {
        let error = #expect(throws: XPathSyntaxError.self) { try XPath(parsing: expression) }
        #expect(error?.description == sentence)
    }

    @Test(
        "is refused by name where it is not supported",
        arguments: [
            ("//a/text()", 4, "text()"),
            ("//comment()", 2, "comment()"),
            ("//processing-instruction('x')", 2, "processing-instruction()"),
            ("//a[matches(@x, 'b')]", 4, "matches()"),
            ("//a[lower-case(@x) = 'b']", 4, "lower-case()"),
            ("//a[ends-with(@x, 'b')]", 4, "ends-with()"),
            ("id('x')", 0, "id()"),
            ("//a[lang('en')]", 4, "lang()"),
            ("//a[@x = $y]", 9, "\"$\""),
            ("//a[@x == 1]", 7, "\"==\""),
            ("//a[@x && @y]", 7, "\"&&\""),
            ("//a[@x || @y]", 7, "\"||\""),
            ("//android:a", 2, "the namespace prefix \"android:\""),
            ("//a/namespace::*", 4, "the namespace axis"),
        ]
    )
    func unsupported(expression: String, offset: Int, what: String) {
        let error = #expect(throws: XPathSyntaxError.self) { try XPath(parsing: expression) }
        #expect(error?.offset == offset)
        guard case .unsupported(what, let hint)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!hint.isEmpty)
    }

    @Test(
        "is refused if it can never select an element",
        arguments: [
            ("//a/@x", "attributes"), ("//a | //@x", "attributes"), ("//@x/.", "attributes"),
            ("/", "the whole document"), ("/.", "the whole document"),
            ("//@x/b", "nothing on any document"), ("/..", "nothing on any document"),
            ("count(//a)", "a number"), ("'a'", "a string"), ("//a = 1", "true or false"), ("1 + 1", "a number"),
        ]
    )
    func neverElements(expression: String, what: String) {
        let error = #expect(throws: XPathSyntaxError.self) { try XPath(parsing: expression) }
        #expect(error?.reason == .notElements(what))
    }

    @Test(
        "is not evaluated to anything but elements",
        arguments: ["//a/..", "//node()/../..", "//b/@x/ancestor-or-self::node()"]
    )
    func notOnlyElements(expression: String) throws {
        let tree = try ElementTree(outline: "a\n  b x=|1|")
        #expect(throws: XPathEvaluationError.notAnElement) { try tree.elements(expression) }
    }
}
