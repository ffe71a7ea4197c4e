import BoundedWork
import SecureMemory
import Testing

@testable import Hierarchy

@Suite("Redacting a source takes work that is linear in its bytes, whatever it holds")
struct RedactingWorkTests {
    @Test("the largest source is within the limit", arguments: Shape.allCases)
    func work(_ shape: Shape) throws {
        let source = shape.source
        let hierarchy = try Hierarchy(source)
        let unitsPerByte = SourceRedaction.workLimit / HierarchyLimits().byteCount
        var budget = WorkBudget(limit: unitsPerByte * source.utf8.count)
        let covered = shape == .boxes ? [0] : [1]
        var redaction = try SourceRedaction(of: hierarchy, covering: covered, budget: &budget)
        #expect(try redaction.replacements(budget: &budget).count >= 1)
    }

    /// Sources of some 100 kB whose texts almost repeat each other.
    enum Shape: CaseIterable {
        case digits, cells, names, boxes

        var source: String {
            switch self {
            case .digits:
                let texts = (1...200).map { #"<node text="\#(String(repeating: "1 ", count: $0))2"/>"# }.joined()
                let text = String(repeating: "1-", count: 30_000)
                return #"<hierarchy><node>\#(texts)</node><node text="\#(text)"/></hierarchy>"#
            case .cells:
                let cells = String(repeating: #"<node text="1"/>"#, count: 4_000)
                return
                    #"<hierarchy><node>\#(cells)</node><node text="\#(String(repeating: "1", count: 40_000))"/></hierarchy>"#
            case .names:
                let texts = (1...200).map { #"<node text="\#(String(repeating: "王", count: $0))李"/>"# }.joined()
                let text = String(repeating: "王", count: 30_000)
                return #"<hierarchy><node>\#(texts)</node><node resource-id="\#(text)"/></hierarchy>"#
            case .boxes:
                let boxes = (4...300).map { count in
                    let part = String(repeating: "a", count: count)
                    return #",{"locator":"getByText('\#(part)')","text":"","boundingBox":null}"#
                }
                let text = String(repeating: "a", count: 50_000)
                return #"[{"locator":"x","text":"\#(text)","boundingBox":null}\#(boxes.joined())]"#
            }
        }
    }
}
