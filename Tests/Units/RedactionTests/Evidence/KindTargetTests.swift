import Samples
import SecureMemory
import Testing

@testable import Redaction

@Suite("Elements are found by what their texts hold")
struct KindTargetTests {
    @Test("e-mail addresses and telephone numbers of a page, and nothing else")
    func page() throws {
        let policy = try policy(#"["email", "phone"]"#)
        var request = RedactionRequest(try Sample.webProfile.picture("png"), policy: policy)
        request.hierarchy = try Sample.webProfile.pageSource
        request.unit = .points(scale: 1)
        let result = try Redactor().redact(request)
        #expect(result.receipt.matches == [.init(rule: 0, count: 6)])
        let source = try #require(result.hierarchy).bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(!source.contains("@example.org") && source.contains("Ada Byron"))
    }

    @Test("what holds an element that says it is not covered for that, and what says more is")
    func held() throws {
        let source = """
            <XCUIElementTypeApplication x="0" y="0" width="300" height="100">
              <XCUIElementTypeCell label="a@example.org" x="0" y="0" width="300" height="40">
                <XCUIElementTypeStaticText value="a@example.org" x="10" y="10" width="90" height="20"/>
              </XCUIElementTypeCell>
              <XCUIElementTypeCell label="b@example.org" x="0" y="50" width="300" height="40">
                <XCUIElementTypeStaticText value="nobody" x="10" y="60" width="90" height="20"/>
              </XCUIElementTypeCell>
            </XCUIElementTypeApplication>
            """
        let policy = try policy(#"["email"]"#)
        let elements = try #require(
            try MatchedElements(policy.elementSelectors, in: SecureBytes(copying: Array(source.utf8)))
        )
        #expect(elements(policy.elementSelectors[0].selector) == [2, 3])
    }

    private func policy(_ kinds: String) throws -> Policy {
        let style = ##"{"fill": {"color": "#000"}}"##
        let text = #"{"rules": [{"target": {"elements": {"kinds": \#(kinds)}}, "style": \#(style)}]}"#
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }
}
