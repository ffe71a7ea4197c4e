import BoundedWork
import Detection
import ImageCore
import Messages
import Samples
import SecureMemory
import Testing

@testable import Redaction

@Suite("A label says what stood there, and numbers say what is equal")
struct LabelPlanTests {
    private static let screen = """
        <XCUIElementTypeApplication x="0" y="0" width="300" height="400">
          <XCUIElementTypeTextField name="a" value="Ada Byron" x="10" y="10" width="90" height="20"/>
          <XCUIElementTypeTextField name="b" value=" Ada  Byron" x="10" y="40" width="90" height="20"/>
          <XCUIElementTypeTextField name="c" value="Ada byron" x="10" y="70" width="90" height="20"/>
          <XCUIElementTypeSecureTextField name="d" value="••••" x="10" y="100" width="90" height="20"/>
          <XCUIElementTypeSecureTextField name="e" value="••••" x="10" y="130" width="90" height="20"/>
          <XCUIElementTypeStaticText name="f" label="Ada Byron" x="10" y="160" width="90" height="20"/>
          <XCUIElementTypeButton name="g" label="Ada Byron" x="10" y="190" width="90" height="20"/>
          <XCUIElementTypeSwitch name="h" value="1" x="10" y="220" width="90" height="20"/>
          <XCUIElementTypeImage name="i" x="10" y="250" width="90" height="20"/>
          <XCUIElementTypeOther name="j" x="10" y="280" width="90" height="20"/>
          <XCUIElementTypeTextField name="k" value="" x="10" y="310" width="90" height="20"/>
          <XCUIElementTypeTextField name="l" value="  " x="10" y="340" width="90" height="20"/>
        </XCUIElementTypeApplication>
        """

    @Test("an element is labelled with its type, and equal texts of one type have equal numbers")
    func elements() throws {
        let policy = try policy([(#"{"element": {"identifier": "[a-l]"}}"#, true)])
        #expect(
            try texts(policy, source: Self.screen) == [
                "field 1", "field 1", "field 2", "password 1", "password 2", "text 1", "button 1", "choice 1",
                "image 1",
                "hidden 1", "field 3", "field 4",
            ]
        )
        let plain = try self.policy([(#"{"element": {"identifier": "[a-d]"}}"#, false)])
        #expect(try texts(plain, source: Self.screen) == ["field", "field", "field", "password"])
    }

    @Test("numbers go on from rule to rule, and one without numbers takes none")
    func rules() throws {
        let policy = try policy([
            (#"{"element": {"identifier": "c"}}"#, true), (#"{"element": {"identifier": "f"}}"#, false),
            (#"{"element": {"identifier": "[ab]"}}"#, true), (#"{"element": {"identifier": "c"}}"#, true),
        ])
        #expect(try texts(policy, source: Self.screen) == ["field 1", "text", "field 2", "field 2", "field 1"])
    }

    @Test("what has no value that is known has a number of its own")
    func places() throws {
        let region = #"{"region": {"x": 1, "y": 1, "width": 9, "height": 9}}"#
        #expect(try texts(policy([(region, true), (region, true)])) == ["hidden 1", "hidden 2"])
        #expect(try texts(policy([(#""screen""#, true)])) == ["hidden 1"])
        #expect(try texts(policy([(#""screen""#, false)])) == ["hidden"])
    }

    @Test("a value that an element says among others is compared by itself, in several elements as one")
    func kinds() throws {
        let source = """
            <XCUIElementTypeApplication x="0" y="0" width="300" height="400">
              <XCUIElementTypeStaticText label="Write to ada@example.org" x="10" y="10" width="90" height="20"/>
              <XCUIElementTypeStaticText label="From: ada@example.org" x="10" y="40" width="90" height="20"/>
              <XCUIElementTypeStaticText label="bob@example.org" x="10" y="70" width="90" height="20"/>
              <XCUIElementTypeStaticText label="IBAN DE89 3704 0044 0532 0130 00" x="10" y="100" width="90" height="20"/>
              <XCUIElementTypeStaticText label="IBAN DE89370400440532013000" x="10" y="130" width="90" height="20"/>
            </XCUIElementTypeApplication>
            """
        let policy = try policy([(#"{"elements": {"kinds": ["email", "iban"]}}"#, true)])
        #expect(try texts(policy, source: source) == ["e-mail 1", "e-mail 1", "e-mail 2", "IBAN 1", "IBAN 1"])
    }

    @Test("text that is found in the picture, and the same text of the page source, have one number")
    func seen() throws {
        let lines = ["ada@example.org", "bob@example.org", "ada@example.org", "Account settings"]
        let source = """
            <hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][800,400]">
              <node class="android.widget.TextView" text="bob@example.org" bounds="[40,110][760,190]"/>
            </node></hierarchy>
            """
        let style = #""style": {"label": {"numbered": true}}"#
        let kinds = #"{"kinds": ["email"]}"#
        let policy = try Policy(
            parsing: SecureBytes(
                copying:
                    #"{"rules": [{"target": {"text": \#(kinds)}, \#(style)}, {"target": {"elements": \#(kinds)}, \#(style)}]}"#
                    .utf8
            )
        )
        var request = RedactionRequest(try DrawnScreen.png(lines), policy: policy)
        request.hierarchy = try SecureBytes(copying: source.utf8)
        let redactor = Redactor(detector: try Detector(models: Models.directory))
        let result = try redactor.redact(request)
        #expect(result.receipt.covered.allSatisfy { $0.warning?.contains("equal") ?? false })
        #expect(try texts(policy, source: source, screen: lines) == ["e-mail 1", "e-mail 2", "e-mail 1", "e-mail 2"])
    }

    @Test("every kind has a short name, and no two kinds of text share one")
    func names() {
        let kinds = FindingName.textKinds.compactMap { FindingName(kind: $0)?.label }
        #expect(kinds.count == FindingName.textKinds.count && Set(kinds).count == kinds.count)
        #expect(FindingName.kinds.allSatisfy { (1...14).contains($0.name.label.count) })
        #expect(["card", "email", "personName"].map { FindingName(kind: $0)?.label } == ["card", "e-mail", "name"])
    }

    @Test(
        "texts are compared without their white space, as it is, and nothing else",
        arguments: [
            ("a b", "ab", true), (" \u{A0}é\t1\n", "é 1", true), ("a", "A", false), ("a", "ab", false),
            ("ab", "a", false),
            ("é", "e\u{301}", false),
        ]
    )
    func compared(one: String, other: String, isEqual: Bool) throws {
        let texts = try [one, other].map { try #require(ComparedText(SecureBytes(copying: $0.utf8))) }
        #expect((texts[0] == texts[1]) == isEqual)
        if isEqual { #expect(texts[0].hashValue == texts[1].hashValue) }
        #expect(try ComparedText(SecureBytes(copying: " \n".utf8)) == nil)
        #expect(ComparedText(SecureBytes()) == nil)
    }

    private func policy(_ rules: [(target: String, isNumbered: Bool)]) throws -> Policy {
        let rules = rules.map { #"{"target": \#($0.target), "style": {"label": {"numbered": \#($0.isNumbered)}}}"# }
        return try Policy(parsing: SecureBytes(copying: #"{"rules": [\#(rules.joined(separator: ","))]}"#.utf8))
    }

    /// The texts of the labels of a plan, in the order of painting; of a screen of lines that are looked at, if there are any.
    private func texts(_ policy: Policy, source: String? = nil, screen: [String]? = nil) throws -> [String] {
        let hierarchy = try source.map { try SecureBytes(copying: $0.utf8) }
        let elements = try MatchedElements(policy.elementSelectors, in: hierarchy)
        var size = try #require(PixelSize(width: 300, height: 400))
        var seen: SeenFindings?
        if let screen {
            let pixels = try DecodedImage(decoding: DrawnScreen.png(screen)).takePixels()
            size = pixels.size
            let detector = try Detector(models: Models.directory)
            seen = try SeenFindings(Set(policy.sights.map(\.sight)), in: pixels, by: detector, WorkContext())
        }
        let plan = try Plan(policy, elements: elements, seen: seen, size: size, grid: .pixels)
        return plan.steps.map { step in
            guard let brush = step.brush as? LabelBrush else { return step.style }
            return brush.text.number.map { "\(brush.text.word) \($0)" } ?? brush.text.word
        }
    }
}
