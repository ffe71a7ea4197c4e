import BoundedWork
import SecureMemory
import Testing

@testable import Hierarchy

@Suite("Nothing is done to a hierarchy for long that nobody waits for")
struct CancellationTests {
    private static let xml = #"<hierarchy><node text="PIN of Ada" resource-id="a"/></hierarchy>"#
    private static let boxes = #"[{"locator": "a", "text": "PIN of Ada", "boundingBox": null}]"#

    @Test("it is not read", arguments: [xml, boxes])
    func parsing(source: String) throws {
        let source = try SecureBytes(copying: Array(source.utf8))
        let error = #expect(throws: HierarchyError.self) {
            try Hierarchy(parsing: source, cancellation: Self.cancelled())
        }
        #expect(error?.reason == .cancelled)
    }

    @Test("its elements are not looked for", arguments: ElementLevel.allCases)
    func levels(level: ElementLevel) throws {
        let hierarchy = try Hierarchy(Self.xml)
        var budget = WorkBudget(limit: 1000, cancellation: Self.cancelled())
        #expect(throws: BudgetFailure.cancelled) { try hierarchy.elements(at: level, budget: &budget) }
    }

    @Test("what covered elements say is not taken out")
    func redacting() throws {
        let hierarchy = try Hierarchy(Self.xml)
        #expect(throws: SourceRedactionError.cancelled) {
            try hierarchy.source(redacting: [1], cancellation: Self.cancelled())
        }
    }

    @Test("a text of any length is left in the middle")
    func longText() throws {
        let cancellation = Cancellation()
        var budget = WorkBudget(limit: .max, cancellation: cancellation)
        try budget.spend()
        cancellation.cancel()
        let text = Array(repeating: UInt8(ascii: "a"), count: 1 << 20)
        var words = try Words()
        #expect(throws: BudgetFailure.cancelled) {
            try text.withUnsafeBytes { try words.read($0, budget: &budget) }
        }
        #expect(words.units.count <= WorkBudget.unitsBetweenQuestions)
        var folder = TextFolder()
        var folded = try FoldedText()
        #expect(throws: BudgetFailure.cancelled) {
            try text.withUnsafeBytes { try folder.fold($0, into: &folded, budget: &budget) }
        }
        #expect(folded.characters.count <= WorkBudget.unitsBetweenQuestions)
    }

    private static func cancelled() -> Cancellation {
        let cancellation = Cancellation()
        cancellation.cancel()
        return cancellation
    }
}
