import ImageCore
import SecureMemory
import StrictJSON
import Testing

@testable import ImageFixtures
@testable import Redaction

@Suite("What a reply and a plan take does not multiply with the elements that are covered")
struct ManyElementsTests {
    @Test("a receipt repeats no name that is longer than any", arguments: [(512, true), (513, false)])
    func longNames(length: Int, isShown: Bool) throws {
        let name = String(repeating: "n", count: length)
        let node = #"<node class="\#(name)" resource-id="\#(name)" bounds="[0,0][10,10]"/>"#
        let result = try redact(#"<hierarchy><node bounds="[0,0][100,100]">\#(node)</node></hierarchy>"#)
        let element = try #require(result.receipt.covered.first?.matched)
        #expect(element.identifier == (isShown ? name : nil))
        #expect(element.type == (isShown ? name : "node"))
        #expect(result.plan.first?.matched == element)
    }

    @Test("elements that cover the snapshot hundreds of times are refused")
    func layers() throws {
        func source(_ count: Int) -> String {
            let node = #"<node class="a" bounds="[0,0][100,100]"/>"#
            return "<hierarchy>\(String(repeating: node, count: count))</hierarchy>"
        }
        let pattern = #"{"type": "a"}"#
        #expect(try redact(source(256), pattern).receipt.covered.count == 256)
        let error = #expect(throws: RedactionError.self) { try redact(source(257), pattern) }
        guard case .policy(let error) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.pointer?.description == "/rules")
    }

    /// Covers the elements that match `pattern` on a snapshot of 100 x 100 pixels.
    private func redact(_ source: String, _ pattern: String = #"{"identifier": "n+"}"#) throws -> Redactor.Result {
        let style = ##"{"fill": {"color": "#000000"}}"##
        let policy = #"{"rules": [{"target": {"element": \#(pattern)}, "style": \#(style)}]}"#
        return try Redactor().redact(
            RedactionRequest(
                SecureBytes(copying: ChunkedPNG(holding: .flat(100, 100, [200, 200, 200])).bytes),
                policy: Policy(parsing: SecureBytes(copying: Array(policy.utf8))),
                hierarchy: SecureBytes(copying: Array(source.utf8))
            )
        )
    }
}
