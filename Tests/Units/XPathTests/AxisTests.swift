import Testing
import XPath

@Suite("The axes of XPath 1.0, section 2.2")
struct AxisTests {
    /// Elements by number: 0 a, 1 b, 2 c, 3 d, 4 e, 5 f, 6 g, 7 h.
    static let outline = """
        a
          b
            c
          d x=|1| y=|2|
            e
              f z=|3|
            g
          h
        """

    @Test(
        "lead to these elements",
        arguments: [
            ("//d/self::d", [3]),
            ("//d/self::e", []),
            ("//d/child::*", [4, 6]),
            ("//d/descendant::*", [4, 5, 6]),
            ("//d/descendant-or-self::*", [3, 4, 5, 6]),
            ("//d/parent::*", [0]),
            ("//f/ancestor::*", [0, 3, 4]),
            ("//f/ancestor-or-self::*", [0, 3, 4, 5]),
            ("//b/following::*", [3, 4, 5, 6, 7]),
            ("//e/following::*", [6, 7]),
            ("//g/preceding::*", [1, 2, 4, 5]),
            ("//b/following-sibling::*", [3, 7]),
            ("//h/preceding-sibling::*", [1, 3]),
            ("//d/attribute::x/..", [3]),
            ("//f/../..", [3]),
            ("//e | //b | //e", [1, 4]),
        ]
    )
    func elements(expression: String, expected: [Int]) throws {
        #expect(try ElementTree(outline: Self.outline).elements(expression) == expected)
    }

    @Test(
        "count from the nearest node on",
        arguments: [
            ("//f/ancestor::*[1]", [4]),
            ("//f/ancestor::*[last()]", [0]),
            ("//g/preceding::*[1]", [5]),
            ("//g/preceding::*[2]", [4]),
            ("(//g/preceding::*)[1]", [1]),
            ("//h/preceding-sibling::*[1]", [3]),
            ("//b/following::*[1]", [3]),
            ("//*[1]", [0, 1, 2, 4, 5]),
            ("(//*)[1]", [0]),
            ("//*[last()][position() = 2]", []),
            ("//*[position() = last()]", [0, 2, 5, 6, 7]),
            ("/a/*[2][@x]", [3]),
            ("/a/*[@x][2]", []),
            ("/a/*[1.5]", []),
        ]
    )
    func positions(expression: String, expected: [Int]) throws {
        #expect(try ElementTree(outline: Self.outline).elements(expression) == expected)
    }

    @Test(
        "from an attribute start at its element",
        arguments: [
            ("//@y/ancestor::*", [0, 3]),
            ("//@y/preceding::*", [1, 2]),
            // The children of an element come after its attributes, and are no descendants of them.
            ("//@y/following::*", [4, 5, 6, 7]),
            ("//*[@y/following-sibling::* or @y/preceding-sibling::* or @y/child::* or @y/self::*]", []),
            ("//*[@y/self::node()]", [3]),
        ]
    )
    func attributes(expression: String, expected: [Int]) throws {
        #expect(try ElementTree(outline: Self.outline).elements(expression) == expected)
    }

    @Test("give what many nodes lead to in the order of the document, each once")
    func manyStarts() throws {
        let tree = try ElementTree(outline: Self.outline)
        #expect(try tree.elements("//*/..//*/ancestor-or-self::*") == Array(0...7))
        #expect(try tree.elements("(//g | //c | //f)/preceding::*") == [1, 2, 4, 5])
        #expect(try tree.elements("(//g | //c | //f)/following::*") == [3, 4, 5, 6, 7])
        // The document, a, d, its two attributes, e, f, its attribute.
        #expect(try tree.elements("/*[name((//@*/ancestor-or-self::node())[6]) = 'e']") == [0])
    }
}
