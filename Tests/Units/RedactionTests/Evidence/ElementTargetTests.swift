import BoundedWork
import Foundation
import Hierarchy
import ImageCore
import SecureMemory
import StrictJSON
import Testing

@testable import Redaction

@Suite("A target can name elements of the hierarchy that comes with the snapshot")
struct ElementTargetTests {
    @Test("an XPath covers what it selects, with padding, clipped to the snapshot")
    func xpath() throws {
        let plan = try plan(#"{"target": {"element": "//*[@name='name']"}, "style": STYLE, "padding": 10}"#)
        #expect(plan.steps.map(\.area.target) == [try rect(0, 10, 60, 40)])
        #expect(plan.steps.map(\.target) == ["element"])
    }

    @Test(
        "patterns have to match as a whole, and all of them",
        arguments: [
            (#"{"identifier": "n.me"}"#, 1), (#"{"identifier": "nam"}"#, 0), (#"{"label": "(?i)name"}"#, 1),
            (#"{"type": ".*Field", "value": "Leila.*"}"#, 1), (#"{"type": ".*Field", "value": "Ada.*"}"#, 0),
            (#"{"type": "XCUIElementType.*Field", "value": ""}"#, 1),
        ]
    )
    func patterns(pattern: String, count: Int) throws {
        let plan = try plan(#"{"target": {"element": \#(pattern)}, "style": STYLE, "atLeast": 0}"#)
        #expect(plan.matches.map(\.count) == [count])
    }

    @Test("a level covers its elements")
    func level() throws {
        let plan = try plan(#"{"target": {"elements": "sensitive"}, "style": STYLE}"#)
        #expect(plan.steps.map(\.area.target) == [try rect(10, 60, 80, 20)])
        #expect(plan.steps.map(\.target) == ["elements"])
    }

    @Test("terms of a policy name secrets beside the standard ones")
    func ownTerms() throws {
        let plan = try plan(#"{"target": {"elements": {"sensitive": {"terms": ["na me"]}}}, "style": STYLE}"#)
        #expect(plan.steps.map(\.area.target) == [try rect(10, 20, 40, 20), try rect(10, 60, 80, 20)])
    }

    @Test("what an element holds is painted once, with it, and counts")
    func nested() throws {
        let plan = try plan(#"{"target": {"element": "//*"}, "style": STYLE, "atLeast": 4}"#)
        #expect(plan.steps.map(\.area.target) == [try rect(0, 0, 100, 100)])
        #expect(plan.matches.map(\.count) == [4])
    }

    @Test("what cannot be seen does not count")
    func unseen() throws {
        let rule = #"{"target": {"element": "//*[@name='hidden' or @name='empty' or @name='below']"}, "style": STYLE"#
        #expect(try plan("\(rule), \"atLeast\": 0}").steps.isEmpty)
        let error = #expect(throws: RedactionError.self) { try self.plan("\(rule)}") }
        #expect(error == .policy(.tooFewMatches(rule: 0, found: 0, demanded: 1)))
    }

    @Test("an element that cannot be placed is refused, or skipped where the rule says so")
    func unplaceable() throws {
        let source = #"[{"locator": "a", "boundingBox": null}, {"locator": "b", "boundingBox": BOX}]"#
            .replacing("BOX", with: #"{"x": 0, "y": 0, "width": 100, "height": 10}"#)
        let rule = #"{"target": {"elements": "all-text"}, "style": STYLE"#
        let refusing = #"{"scale": 1, "rules": [\#(rule)}]}"#
        let error = #expect(throws: RedactionError.self) { try self.plan(policy: refusing, source: source) }
        #expect(error == .policy(.elementUnplaceable(rule: 0)))
        let skipping = #"{"scale": 1, "rules": [\#(rule), "unplaceable": "skip"}]}"#
        let plan = try plan(policy: skipping, source: source)
        // With a pixel beyond the edge that is on the picture.
        #expect(plan.steps.map(\.area.target) == [try rect(0, 0, 100, 11)])
    }

    @Test("what a page does not show, or shows outside of its picture, covers nothing and does not count")
    func unshown() throws {
        let source = """
            {"viewport": {"width": 100, "height": 100, "scale": 1}, "boxes": [
             {"locator": "a", "text": "PIN", "boundingBox": null},
             {"locator": "b", "text": "PIN", "boundingBox": {"x": 0, "y": 0, "width": 100, "height": 10}},
             {"locator": "c", "text": "PIN", "boundingBox": {"x": 0, "y": 200, "width": 100, "height": 10}}]}
            """
        for target in [#"{"elements": "all-text"}"#, #"{"elements": "sensitive"}"#, #"{"element": "//*"}"#] {
            let plan = try plan(#"{"target": \#(target), "style": STYLE}"#, source: source)
            #expect(plan.steps.map(\.area.target) == [try rect(0, 0, 100, 11)])
            #expect(plan.matches.map(\.count) == [1])
        }
        let rule = #"{"target": {"element": {"identifier": "a|c"}}, "style": STYLE"#
        #expect(try plan("\(rule), \"atLeast\": 0}", source: source).steps.isEmpty)
        let error = #expect(throws: RedactionError.self) { try self.plan("\(rule)}", source: source) }
        #expect(error == .policy(.tooFewMatches(rule: 0, found: 0, demanded: 1)))
    }

    @Test("elements that are kept are cut out of what is covered, without the pixels that they share")
    func kept() throws {
        let policy = #"{"rules": [{"target": "screen", "style": STYLE}], "keep": [{"element": "//*[@name='name']"}]}"#
        let hole = try rect(10, 20, 40, 20)
        let expected = try #require(PaintArea(rect(0, 0, 100, 100), excluding: [hole]))
        #expect(try plan(policy: policy).steps.map(\.area) == [expected])

        let all = #"{"rules": [{"target": {"element": "//*[@name='name']"}, "style": STYLE}], "keep": ["screen"]}"#
        let error = #expect(throws: RedactionError.self) { try plan(policy: all) }
        #expect(error == .policy(.ruleKept(rule: 0)))
    }

    @Test("a hierarchy that no target needs, and a target without a hierarchy, are refused")
    func needlessAndMissing() throws {
        let region = #"{"rules": [{"target": "screen", "style": STYLE}]}"#
        #expect(throws: RedactionError.policy(.hierarchyUnused)) { try plan(policy: region) }
        let element = try policy(#"{"rules": [{"target": {"elements": "all-text"}, "style": STYLE}]}"#)
        let error = #expect(throws: RedactionError.self) { try MatchedElements(element.elementSelectors, in: nil) }
        #expect(error == .policy(.hierarchyMissing(.rule(0, "target"))))
        let keep = try policy(
            #"{"rules": [{"target": "screen", "style": STYLE}], "keep": [{"elements": "all-text"}]}"#
        )
        let kept = #expect(throws: RedactionError.self) { try MatchedElements(keep.elementSelectors, in: nil) }
        #expect(kept == .policy(.hierarchyMissing(JSONPointer([.name("keep"), .index(0)]))))
    }

    @Test("a scale of points has to be that of the display, and padding is measured in it")
    func scale() throws {
        let rule = #"{"target": {"element": "//*[@name='name']"}, "style": STYLE, "padding": 2}"#
        let size = try #require(PixelSize(width: 300, height: 300))
        let plan = try plan(policy: #"{"scale": 3, "rules": [\#(rule)]}"#, size: size)
        #expect(plan.steps.map(\.area.target) == [try rect(24, 54, 132, 72)])
        let error = #expect(throws: RedactionError.self) {
            try self.plan(policy: #"{"scale": 2, "rules": [\#(rule)]}"#, size: size)
        }
        guard case .policy(.hierarchyMisplaced(.scaleMismatch)) = error else {
            Issue.record("a scale of 2 was taken on a display of 3x: \(String(describing: error))")
            return
        }
    }

    @Test(
        "selectors that select nothing that can be covered are refused where they stand",
        arguments: [
            (#"{"element": "//@name"}"#, "/rules/0/target/element"),
            (#"{"element": "//*["}"#, "/rules/0/target/element"),
            (#"{"element": {"label": "("}}"#, "/rules/0/target/element/label"),
            (#"{"element": {}}"#, "/rules/0/target/element"), (#"{"element": 1}"#, "/rules/0/target/element"),
            (#"{"element": {"name": "a"}}"#, "/rules/0/target/element/name"),
            (#"{"elements": "secret"}"#, "/rules/0/target/elements"),
            (#"{"elements": {"sensitive": {"terms": ["-"]}}}"#, "/rules/0/target/elements/sensitive/terms/0"),
            (#"{"elements": {"sensitive": {}}}"#, "/rules/0/target/elements/sensitive"),
        ]
    )
    func malformed(target: String, pointer: String) throws {
        let error = #expect(throws: PolicyError.self) {
            try policy(#"{"rules": [{"target": \#(target), "style": STYLE}]}"#)
        }
        #expect(error?.pointer?.description == pointer)
    }

    @Test("work that explodes is cut off, and says where")
    func explodingWork() throws {
        let nodes = (0..<400).map { "<XCUIElementTypeOther name='\($0)\(String(repeating: "a", count: 40))b'/>" }
            .joined()
        let source = "<AppiumAUT>\(nodes)</AppiumAUT>"
        for target in [
            #"{"element": "//*[count(preceding::*[count(preceding::*) > 0]) > 0]"}"#,
            #"{"element": {"identifier": ".*(a|aa)+[cd]"}}"#,
        ] {
            let error = #expect(throws: RedactionError.self) {
                try plan(#"{"target": \#(target), "style": STYLE}"#, source: source)
            }
            guard case .policy(.elementsUndecided(let pointer, _)) = error else {
                Issue.record("the work was done: \(String(describing: error))")
                continue
            }
            #expect(pointer.description == "/rules/0/target/element")
        }
    }

    @Test("covering elements that hold each other is cut off, for all rules together")
    func explodingCovers() throws {
        let rows = (0..<20).map { #"<XCUIElementTypeOther x="0" y="\#($0)" width="9" height="1">"# }.joined()
        let ends = String(repeating: "</XCUIElementTypeOther>", count: 20)
        let screen = #"<XCUIElementTypeApplication x="0" y="0" width="100" height="100">"#
        let source = "\(screen)\(rows)\(ends)</XCUIElementTypeApplication>"
        let policy = try policy(#"{"rules": [{"target": {"element": "//XCUIElementTypeOther"}, "style": STYLE}]}"#)
        var planner = try Planner(
            policy,
            elements: MatchedElements(policy.elementSelectors, in: SecureBytes(copying: Array(source.utf8))),
            displayScale: nil,
            size: #require(PixelSize(width: 100, height: 100)),
            grid: .pixels,
            colorSpace: .sRGB,
            budget: WorkBudget(limit: 2000)
        )
        try planner.add(policy.rules[0], at: 0)
        let error = #expect(throws: PolicyError.self) { try planner.add(policy.rules[0], at: 1) }
        #expect(error?.code == "elements-undecided")
        #expect(error?.pointer?.description == "/rules/1/target")
    }

    @Test("targets that name elements are written as they are read")
    func writing() throws {
        let policy = try policy(
            #"""
            {"rules": [
                {"target": {"element": "//*[@name='a']"}, "style": STYLE, "unplaceable": "skip"},
                {"target": {"element": {"identifier": "a.*", "value": ""}}, "style": STYLE},
                {"target": {"elements": "user-input"}, "style": STYLE},
                {"target": {"elements": {"sensitive": {"terms": ["loyalty card"]}}}, "style": STYLE}],
             "keep": [{"elements": "all-text"}]}
            """#
        )
        let written = try JSONEncoder().encode(policy)
        #expect(try Policy(parsing: SecureBytes(copying: written)) == policy)
        #expect(String(decoding: written, as: UTF8.self).contains(#""unplaceable":"skip""#))
    }

    /// A screen of 100 x 100 points.
    private static let screen = """
        <XCUIElementTypeApplication x="0" y="0" width="100" height="100">
          <XCUIElementTypeOther name="group" x="0" y="0" width="100" height="100">
            <XCUIElementTypeTextField name="name" label="Name" value="Leila Haddad" x="10" y="20" width="40" height="20"/>
            <XCUIElementTypeSecureTextField name="secret" x="10" y="60" width="80" height="20"/>
            <XCUIElementTypeOther name="hidden" visible="false" x="10" y="60" width="80" height="20"/>
            <XCUIElementTypeOther name="empty" x="10" y="60" width="0" height="20"/>
            <XCUIElementTypeOther name="below" x="10" y="160" width="80" height="20"/>
          </XCUIElementTypeOther>
        </XCUIElementTypeApplication>
        """

    private func plan(_ rule: String, source: String = screen) throws -> Plan {
        try plan(policy: #"{"rules": [\#(rule)]}"#, source: source)
    }

    private func plan(policy text: String, source: String = screen, size: PixelSize? = nil) throws -> Plan {
        let policy = try policy(text)
        let elements = try MatchedElements(policy.elementSelectors, in: SecureBytes(copying: Array(source.utf8)))
        let size = try size ?? #require(PixelSize(width: 100, height: 100))
        do {
            return try Plan(policy, elements: elements, size: size, grid: .pixels)
        } catch let error as PolicyError {
            throw RedactionError.policy(error)
        }
    }

    private func policy(_ text: String) throws -> Policy {
        let text = text.replacing("STYLE", with: ##"{"fill": {"color": "#000000"}}"##)
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> PixelRect {
        try #require(PixelRect(x: x, y: y, width: width, height: height))
    }
}
