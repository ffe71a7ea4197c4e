import Hierarchy
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
        #expect(try found(#"["email"]"#, in: source) == [2, 3])
    }

    @Test(
        "what holds elements out of sight that say it is covered, too",
        arguments: [#"x="0" y="-900" width="90" height="20""#, #"x="0" y="0" width="1" height="1""#]
    )
    func heldOutOfSight(_ frame: String) throws {
        func source(_ label: String, _ held: String) -> String {
            #"<XCUIElementTypeApplication x="0" y="0" width="300" height="100">"#
                + #"<XCUIElementTypeOther label="\#(label)" x="0" y="0" width="300" height="40">\#(held)"#
                + #"<XCUIElementTypeStaticText value="a@example.org" \#(frame)/></XCUIElementTypeOther>"#
                + "</XCUIElementTypeApplication>"
        }
        let mail = #"["email"]"#
        #expect(try found(mail, in: source("a@example.org", "")) == [1, 2])
        #expect(try found(mail, in: source("Mail a@example.org", "<XCUIElementTypeImage/>")) == [1, 3])
        // The rows of a list, some of which are scrolled out.
        let row = #"<XCUIElementTypeStaticText value="Mail" x="0" y="0" width="90" height="20"/>"#
        #expect(try found(mail, in: source("Mail a@example.org", row)) == [3])
    }

    @Test(
        "the digits of a code, each in an element of its own, however a tool repeats and describes them",
        arguments: Cells.allCases
    )
    func cells(_ cells: Cells) throws {
        let policy = try policy(#"["oneTimeCode", "pin"]"#)
        let matched = try MatchedElements(policy.elementSelectors, in: SecureBytes(copying: Array(cells.source.utf8)))
        let elements = try #require(matched)
        let found = elements(policy.elementSelectors[0].selector)
        #expect(found.count == 6 && Set(found.map { elements.hierarchy.elements[$0].frame?.x }).count == 6)
    }

    /// Six cells with a digit each beneath a caption, as tools write them.
    enum Cells: CaseIterable {
        case android, described, fields, iOS, named, labelled, wrapped, numberedFields

        var source: String {
            func row(_ cell: (Character, _ place: Int) -> String) -> String {
                "492817".enumerated().map { cell($1, $0) }.joined()
            }
            func node(_ type: String, _ digit: Character, _ place: Int, _ description: String) -> String {
                #"<node class="android.widget.\#(type)" resource-id="demo:id/digit\#(place)" text="\#(digit)" "#
                    + #"content-desc="\#(description)" "#
                    + #"bounds="[\#(60 + 130 * place),300][\#(160 + 130 * place),420]"/>"#
            }
            func android(_ cells: String) -> String {
                let caption = #"<node text="Your verification code" content-desc="" bounds="[60,200][1000,260]"/>"#
                return "<hierarchy>\(caption)\(cells)</hierarchy>"
            }
            func frame(_ place: Int) -> String { #"x="\#(20 + 43 * place)" y="100" width="33" height="40""# }
            func apple(_ cells: String) -> String {
                let caption = "Your verification code"
                return #"<XCUIElementTypeApplication label="Bank" x="0" y="0" width="360" height="400">"#
                    + #"<XCUIElementTypeStaticText value="\#(caption)" label="\#(caption)" "#
                    + #"x="20" y="65" width="313" height="20"/>\#(cells)</XCUIElementTypeApplication>"#
            }
            func text(_ digit: Character, _ name: String, _ place: Int) -> String {
                #"<XCUIElementTypeStaticText value="\#(digit)" name="\#(name)" label="\#(digit)" \#(frame(place))/>"#
            }
            func field(_ digit: Character, _ label: String, _ place: Int) -> String {
                #"<XCUIElementTypeTextField value="\#(digit)" label="\#(label)" \#(frame(place))/>"#
            }
            return switch self {
            case .android: android(row { node("TextView", $0, $1, "") })
            case .described: android(row { node("TextView", $0, $1, "Digit \($1 + 1) of 6") })
            case .fields: android(row { node("EditText", $0, $1, "Digit \($1 + 1)") })
            case .iOS: apple(row { text($0, "\($0)", $1) })
            case .named: apple(row { text($0, "digit\($1)", $1) })
            case .labelled: apple(row { #"<XCUIElementTypeOther label="\#($0)" \#(frame($1))/>"# })
            case .wrapped:
                apple(
                    row {
                        #"<XCUIElementTypeOther label="\#($0)" \#(frame($1))>"# + text($0, "\($0)", $1)
                            + "</XCUIElementTypeOther>"
                    }
                )
            case .numberedFields: apple(row { field($0, "Digit \($1 + 1)", $1) })
            }
        }
    }

    private func found(_ kinds: String, in source: String) throws -> [Int] {
        let selectors = try policy(kinds).elementSelectors
        let elements = try #require(try MatchedElements(selectors, in: SecureBytes(copying: Array(source.utf8))))
        return elements(selectors[0].selector)
    }

    private func policy(_ kinds: String) throws -> Policy {
        let style = ##"{"fill": {"color": "#000"}}"##
        let text = #"{"rules": [{"target": {"elements": {"kinds": \#(kinds)}}, "style": \#(style)}]}"#
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }
}
