import SecureMemory
import StrictJSON
import Testing

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
