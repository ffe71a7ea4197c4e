import BoundedWork
import Hierarchy
import ImageCore
import Samples
import SecureMemory
import Testing

@testable import Redaction

@Suite("The secrets of the samples are covered in the picture and gone from the page source")
struct SampleRedactionTests {
    @Test("all text of every screen, as PNG and as JPEG", arguments: Sample.allCases, ["png", "jpg"])
    func allText(_ sample: Sample, fileExtension: String) throws {
        let policy = try policy(#"{"rules": [{"target": {"elements": "all-text"}, "style": STYLE, "atLeast": 8}]}"#)
        let result = try redact(sample, fileExtension, policy)
        let source = try #require(result.hierarchy).bytes
        let returned = text(source)
        for secret in try sample.secrets { #expect(!returned.contains(secret)) }
        #expect(result.receipt.assurance == .erased)

        // Wherever the hierarchy shows text, the picture does not.
        let hierarchy = try Hierarchy(parsing: sample.pageSource)
        let pixels = try DecodedImage(decoding: result.image).takePixels()
        let placement = try Placement(of: hierarchy, on: pixels.size, scale: sample.unit?.scale)
        var budget = WorkBudget(limit: .max)
        for element in try hierarchy.elements(at: .allText, budget: &budget) {
            for rect in try placement.cover(of: element, of: hierarchy, budget: &budget).rects {
                let isCovered = isBlack(pixels, rect)
                #expect(isCovered, "\(rect)")
            }
        }
    }

    @Test("fields, and what is called a secret, on a phone")
    func phone() throws {
        let policy = try policy(
            #"""
            {"units": "points", "scale": 3, "rules": [
                {"target": {"element": "//XCUIElementTypeSecureTextField"}, "style": STYLE, "padding": 4, "atLeast": 1},
                {"target": {"elements": "sensitive"}, "style": STYLE, "atLeast": 4},
                {"target": {"element": {"identifier": "owner|balance|username"}}, "style": STYLE, "atLeast": 3}]}
            """#
        )
        let result = try redact(.iosLogin, "png", policy)
        let source = try text(#require(result.hierarchy).bytes)
        for secret in try Sample.iosLogin.secrets { #expect(!source.contains(secret)) }
        #expect(source.contains(#"name="signIn" label="Sign in""#))
        #expect(
            result.receipt.matches == [.init(rule: 0, count: 1), .init(rule: 1, count: 5), .init(rule: 2, count: 3)]
        )
        let first = try #require(result.receipt.covered.first)
        #expect(first.matched == .init(type: "XCUIElementTypeSecureTextField", identifier: nil))
        #expect([first.rect.x, first.rect.y, first.rect.width, first.rect.height] == [36, 483, 1107, 162])
        #expect(result.receipt.covered.compactMap(\.matched?.identifier).contains("cardNumber"))
    }

    @Test("a receipt names elements without what they show, even where that is their identifier")
    func receipt() throws {
        let source = """
            <XCUIElementTypeApplication x="0" y="0" width="96" height="80">
              <XCUIElementTypeStaticText name="Leila Haddad" label="Leila Haddad" x="0" y="0" width="50" height="10"/>
              <XCUIElementTypeCell name="cell-leila haddad" x="0" y="20" width="50" height="10"/>
              <XCUIElementTypeCell name="cell-1" x="0" y="40" width="50" height="10"/>
            </XCUIElementTypeApplication>
            """
        let policy = try policy(
            #"{"rules": [{"target": {"element": "//XCUIElementTypeApplication/*"}, "style": STYLE}]}"#
        )
        let result = try Redactor().redact(
            RedactionRequest(
                Screen(secret: 1, in: [0, 0, 10, 10]).encoded(),
                policy: policy,
                hierarchy: SecureBytes(copying: Array(source.utf8))
            )
        )
        #expect(result.receipt.covered.map(\.matched?.identifier) == [nil, nil, "cell-1"])
        #expect(
            result.plan.map(\.matched?.type) == [
                "XCUIElementTypeStaticText", "XCUIElementTypeCell", "XCUIElementTypeCell",
            ]
        )
    }

    @Test("what lies beneath a region is gone from the page source as well, and what is left of it stays")
    func regions() throws {
        let policy = try policy(
            #"""
            {"units": "points", "scale": 3, "rules": [
                {"target": {"element": "//XCUIElementTypeSecureTextField"}, "style": STYLE},
                {"target": {"region": {"x": 16, "y": 353, "width": 361, "height": 118}}, "style": STYLE}]}
            """#
        )
        let source = try text(#require(redact(.iosLogin, "png", policy).hierarchy).bytes)
        for secret in ["Leila Haddad", "7402 8320 9623 3111", "3060,12 €"] { #expect(!source.contains(secret)) }
        #expect(source.contains("leila.haddad@example.org"))
    }

    @Test("where the whole screen is covered, what lies off it is taken out, too")
    func offTheScreen() throws {
        let source = """
            [{"locator": "main", "text": "Hello", "boundingBox": {"x": 0, "y": 0, "width": 96, "height": 80}},
             {"locator": "below", "text": "Leila Haddad", "boundingBox": {"x": 0, "y": 900, "width": 40, "height": 9}}]
            """
        let policy = try policy(
            #"""
            {"rules": [{"target": {"elements": "sensitive"}, "style": STYLE}, {"target": "screen", "style": STYLE}]}
            """#
        )
        let snapshot = try Screen(secret: 1, in: [0, 0, 10, 10]).encoded()
        let hierarchy = try SecureBytes(copying: Array(source.utf8))
        let unit = LengthUnit.points(scale: 1)
        let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy, hierarchy: hierarchy, unit: unit))
        #expect(!(try text(#require(result.hierarchy).bytes)).contains("Leila Haddad"))
    }

    @Test("what a page does not show is taken out of its boxes all the same", arguments: ["all-text", "sensitive"])
    func unshown(level: String) throws {
        let source = """
            {"viewport": {"width": 96, "height": 80, "scale": 1}, "boxes": [
             {"locator": "password", "text": "pa55-Phrase!", "boundingBox": null},
             {"locator": "email", "text": "leila@example.org", "boundingBox": {"x": 0, "y": 900, "width": 9, "height": 9}}]}
            """
        let policy = try policy(#"{"rules": [{"target": {"elements": "\#(level)"}, "style": STYLE}]}"#)
        let snapshot = try Screen(secret: 1, in: [0, 0, 10, 10]).encoded()
        let hierarchy = try SecureBytes(copying: Array(source.utf8))
        let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy, hierarchy: hierarchy))
        let returned = try text(#require(result.hierarchy).bytes)
        #expect(result.receipt.covered.isEmpty)
        #expect(!returned.contains("pa55-Phrase!") && !returned.contains("leila@example.org"))
        #expect(returned.hasPrefix(#"{"viewport": {"width": 96, "height": 80, "scale": 1}, "boxes": ["#))
    }

    @Test("a receipt names no type that holds what a covered element says")
    func typesInReceipts() throws {
        let source = """
            <hierarchy><node bounds="[0,0][96,80]" class="Frame">
              <node class="Row of Leila Haddad" text="Leila Haddad" bounds="[0,0][20,20]"/>
            </node></hierarchy>
            """
        let policy = try policy(#"{"rules": [{"target": {"elements": "all-text"}, "style": STYLE}]}"#)
        let snapshot = try Screen(secret: 1, in: [0, 0, 10, 10]).encoded()
        let hierarchy = try SecureBytes(copying: Array(source.utf8))
        let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy, hierarchy: hierarchy))
        #expect(result.receipt.covered.map(\.matched?.type) == ["node"])
    }

    @Test("in a phase in which the policy does not apply, the page source comes back as it was")
    func phase() throws {
        let policy = try policy(
            #"{"phases": ["background"], "rules": [{"target": {"elements": "all-text"}, "style": STYLE}]}"#
        )
        let result = try Redactor().redact(
            RedactionRequest(
                Sample.webProfile.picture("png"),
                policy: policy,
                hierarchy: Sample.webProfile.pageSource,
                unit: Sample.webProfile.unit,
                phase: .active
            )
        )
        #expect(try text(#require(result.hierarchy).bytes) == Sample.webProfile.text)
    }

    private func redact(_ sample: Sample, _ fileExtension: String, _ policy: Policy) throws -> Redactor.Result {
        try Redactor().redact(
            RedactionRequest(
                sample.picture(fileExtension),
                policy: policy,
                hierarchy: sample.pageSource,
                unit: sample.unit
            )
        )
    }

    private func policy(_ text: String) throws -> Policy {
        let text = text.replacing("STYLE", with: ##"{"fill": {"color": "#000000"}}"##)
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    private func text(_ bytes: SecureBytes) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the corners and the middle of `rect` are black, as far as JPEG has it.
    private func isBlack(_ pixels: borrowing PixelBuffer, _ rect: PixelRect) -> Bool {
        let columns = [rect.x, rect.x + rect.width / 2, rect.maxX - 1]
        let rows = [rect.y, rect.y + rect.height / 2, rect.maxY - 1]
        for row in rows {
            for column in columns where !pixels.samples(x: column, y: row).allSatisfy({ $0 < 4 }) { return false }
        }
        return true
    }
}

extension Sample {
    /// What a harness has to say beside a bare list of boxes.
    fileprivate var unit: LengthUnit? { self == .webProfile ? .points(scale: 1) : nil }
}
