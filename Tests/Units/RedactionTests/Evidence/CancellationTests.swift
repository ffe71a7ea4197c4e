import BoundedWork
import Foundation
import ImageCore
import SecureMemory
import Testing

@testable import ImageFixtures
@testable import Redaction

@Suite("Work on the largest hierarchy ends when nobody waits for it")
struct CancellationTests {
    /// As many elements as there may be, each with a name and a label.
    private static let source: String = {
        let nodes = (0..<49_999).map { index in
            "<node class=\"android.widget.TextView\" resource-id=\"view\(index)\" text=\"Balance of account \(index)\" "
                + "bounds=\"[\(index % 100),\(index / 500)][\(index % 100 + 1),\(index / 500 + 1)]\"/>"
        }
        return "<hierarchy><node bounds=\"[0,0][100,100]\">\(nodes.dropLast().joined())</node></hierarchy>"
    }()

    @Test(
        "wherever it is at that time",
        arguments: [0.05, 0.5, 2],
        [
            #"{"elements": "all-text"}"#, #"{"elements": {"sensitive": {"terms": ["balance of accounts"]}}}"#,
            #"{"element": "//*[@text != preceding-sibling::*[1]/@text]"}"#, #"{"element": {"label": ".*(a|b)*c"}}"#,
        ]
    )
    func anywhere(delay: Double, target: String) throws {
        let policy = try Policy(
            parsing: SecureBytes(
                copying: Array(
                    """
                    {"rules": [{"target": \(target), "style": {"veil": {}}},
                               {"target": "screen", "style": {"fill": {"color": "#000000"}}}],
                     "keep": [{"region": {"x": 0, "y": 0, "width": 10, "height": 10}}]}
                    """.utf8
                )
            )
        )
        let snapshot = try SecureBytes(copying: ChunkedPNG(holding: .flat(100, 100, [200, 200, 200])).bytes)
        let hierarchy = try SecureBytes(copying: Array(Self.source.utf8))
        let cancellation = Cancellation()
        let clock = ContinuousClock()
        let start = clock.now
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { cancellation.cancel() }
        // It may be done, or refused, before.
        _ = try? Redactor().redact(
            RedactionRequest(
                snapshot,
                policy: policy,
                hierarchy: hierarchy
            ),
            work: WorkContext(cancellation: cancellation)
        )
        #expect(start.duration(to: clock.now) < .seconds(delay + 5))
    }
}
