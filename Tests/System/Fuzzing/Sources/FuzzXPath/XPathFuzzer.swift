import BoundedWork
import Claims
import XPath

/// The entry that libFuzzer calls with an input: an expression, a line feed, and the drawing of a document.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
    let expression = String(decoding: input[..<end], as: UTF8.self)
    do throws(XPathSyntaxError) {
        let path = try XPath(parsing: expression)
        claim(expression.utf8.count <= XPath.maximumByteCount, "expressions are within the limit")
        if let tree = try? ElementTree(drawing: input[min(end + 1, input.endIndex)...]) {
            path.claimSelection(expression, in: tree)
        }
    } catch {
        claim((0...expression.utf8.count).contains(error.offset), "an error is somewhere in the expression")
        claimIsMessage(error.description)
    }
    return 0
}

extension XPath {
    /// What a request may spend, by far, on documents as small as those that are drawn here.
    private static let fuzzedWorkLimit = 50_000

    /// Claims that a selection is made of elements of `tree`, in order, for work that is bounded and always the same; and that
    /// expressions that have to select the same do.
    fileprivate func claimSelection(_ expression: String, in tree: ElementTree) {
        guard let (elements, work) = selection(in: tree) else { return }
        claim(zip(elements, elements.dropFirst()).allSatisfy { $0 < $1 }, "elements are in order, and each one once")
        claim(elements.allSatisfy { (0..<tree.count).contains($0) }, "elements are those of the document")
        claim(selection(in: tree).map { $0 == (elements, work) } ?? false, "the same comes for the same work")
        for same in ["(\(expression))", "\(expression) | \(expression)", "(\(expression))[true()]", " \(expression) "] {
            guard let (others, _) = (try? XPath(parsing: same))?.selection(in: tree) else { continue }
            claim(others == elements, "\(same) selects the same")
        }
    }

    /// The elements that are selected, and what that costs; nil if it costs too much, or something else than elements is selected.
    private func selection(in tree: ElementTree) -> (elements: [Int], work: Int)? {
        var budget = WorkBudget(limit: Self.fuzzedWorkLimit)
        do throws(XPathEvaluationError) {
            let elements = try elements(in: tree, budget: &budget)
            claim((0...Self.fuzzedWorkLimit).contains(budget.remaining), "no more is spent than there is")
            return (elements, Self.fuzzedWorkLimit - budget.remaining)
        } catch {
            claimIsMessage(error.description)
            return nil
        }
    }
}
