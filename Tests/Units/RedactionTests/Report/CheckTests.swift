import BoundedWork
import Detection
import Foundation
import ImageCore
import Samples
import SecureMemory
import Testing

@testable import Redaction

@Suite("A check tells what a snapshot shows of what a policy would cover")
struct CheckTests {
    private static let detector = Result { try Detector(models: Models.directory) }

    @Test("where nobody says what is sensitive, all kinds are, and sensitive elements of a page source")
    func everything() throws {
        let policy = try Policy.everythingSensitive(hasHierarchy: true)
        let report = try check(.iosLogin, policy, hierarchy: Sample.iosLogin.pageSource)
        #expect(report.lookedFor == ["codes", "faces", "text"])
        let seen = report.findings.filter { $0.matched == nil }
        #expect(Set(seen.map(\.kind)) == ["email", "oneTimeCode", "personName"] && seen.allSatisfy { $0.score != nil })
        let reasons: [String: FindingReason] = ["email": .form, "oneTimeCode": .caption, "personName": .lexicon]
        #expect(seen.allSatisfy { $0.reason == reasons[$0.kind] })
        let named = report.findings.filter { $0.target == "elements" }
        #expect(named.contains { $0.matched?.type == "XCUIElementTypeSecureTextField" })
        #expect(named.contains { $0.kind == "element" && $0.reason == .source && $0.score == nil })
        #expect(named.contains { $0.kind == "email" && $0.reason == .form && $0.score != nil })
        let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        for secret in try Sample.iosLogin.secrets { #expect(!text.contains(secret)) }
    }

    @Test(
        "every finding has a reason",
        arguments: [
            (#"{"element": "//XCUIElementTypeSecureTextField"}"#, "element", FindingReason.selector),
            (#"{"element": {"type": "XCUIElementTypeSecureTextField"}}"#, "element", .selector),
            (#"{"elements": "user-input"}"#, "element", .source),
            (#"{"elements": {"kinds": ["email"]}}"#, "email", .form),
            (#"{"text": "all"}"#, "text", .look), (#"{"text": {"matches": "@"}}"#, "text", .pattern),
            (#"{"text": {"beside": "(?i)one-time"}}"#, "text", .pattern),
        ]
    )
    func reasons(target: String, kind: String, reason: FindingReason) throws {
        let policy = try policy(##""rules": [{"target": \##(target), "style": {"fill": {"color": "#000"}}}]"##)
        let source = target.contains("element") ? try Sample.iosLogin.pageSource : nil
        let findings = try check(.iosLogin, policy, hierarchy: source).findings
        #expect(!findings.isEmpty && findings.allSatisfy { $0.kind == kind && $0.reason == reason })
    }

    @Test("a finding is where it is seen, in a JPEG, too, and of the rule of the policy that would cover it")
    func place() throws {
        let rules =
            #"{"target": "screen", "style": {"blur": {"radius": 9}}}, {"target": {"text": {"kinds": ["email"]}}, "style": {"veil": {}}}"#
        let policy = try policy(#""rules": [\#(rules)], "phases": ["background"], "minimumCoverage": 0.9"#)
        for fileExtension in ["png", "jpg"] {
            let report = try check(.iosLogin, policy, fileExtension)
            let finding = try #require(report.findings.first)
            #expect(report.findings.count == 1)
            #expect(finding.rule == 1 && finding.kind == "email" && finding.target == "text")
            #expect(abs(finding.rect.x - 96) <= 2 && abs(finding.rect.y - 359) <= 2)
            #expect(abs(finding.rect.width - 630) <= 4 && abs(finding.rect.height - 66) <= 4)
        }
    }

    @Test("what is kept, and what a rule demands and does not find, is nothing to report")
    func clean() throws {
        let rule = #"{"target": {"text": {"kinds": ["email"]}}, "style": {"veil": {}}, "atLeast": 1}"#
        let keep = #"[{"text": {"matches": "@", "extent": "line"}}]"#
        #expect(try check(.iosLogin, policy(#""rules": [\#(rule)], "keep": \#(keep)"#)).findings.isEmpty)
        let codes = #"{"target": {"codes": "all"}, "style": {"veil": {}}, "atLeast": 1}"#
        #expect(try check(.iosLogin, policy(#""rules": [\#(codes)]"#)).findings.isEmpty)
    }

    @Test("a policy that covers fixed places alone is refused: there is nothing to look for")
    func fixed() throws {
        let policy = try policy(#""rules": [{"target": "screen", "style": {"veil": {}}}]"#)
        let error = #expect(throws: RedactionError.self) { try self.check(.iosLogin, policy) }
        #expect(error == .policy(.nothingLookedFor))
    }

    @Test("a picture that is cut off is refused, and not called clean")
    func damaged() throws {
        let file = try Sample.iosLogin.picture("png")
        let request = RedactionRequest(
            file[0..<(file.count - 40)],
            policy: try Policy.everythingSensitive(hasHierarchy: false)
        )
        let redactor = Redactor(detector: try Self.detector.get())
        #expect(throws: RedactionError.self) { try redactor.check(request) }
    }

    @Test("a thumbnail shows nothing of what was found: whatever is there, it is the same file")
    func thumbnail() throws {
        let frames = [("Application", 0, 0, 400, 800), ("TextField", 40, 40, 120, 30)].map {
            type,
            x,
            y,
            width,
            height in
            #"<XCUIElementType\#(type) name="pin" x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)">"#
        }
        let source =
            "<AppiumAUT>\(frames[0])\(frames[1])</XCUIElementTypeTextField></XCUIElementTypeApplication></AppiumAUT>"
        let rule = #"{"target": {"element": {"type": "XCUIElementTypeTextField"}}, "style": {"blur": {"radius": 3}}}"#
        let size = try #require(PixelSize(width: 400, height: 800))
        let secret = try #require(PixelRect(x: 40, y: 40, width: 120, height: 30).flatMap { PaintArea($0) })
        let files = try [Color.white, .black, Color(red: 9, green: 99, blue: 200)].map { color in
            var pixels = try PixelBuffer(size, format: .rgb, filledWith: Color(red: 200, green: 180, blue: 20))
            try Fill(color: color).paint(secret, of: &pixels, WorkContext())
            var request = RedactionRequest(
                try pixels.encoded(.png()),
                policy: try policy(#""rules": [\#(rule)]"#),
                hierarchy: try SecureBytes(copying: Array(source.utf8))
            )
            request.unit = .points(scale: 1)
            #expect(try Redactor().check(request).thumbnail == nil)
            return try #require(try Redactor().check(request, thumbnailEdge: 48).thumbnail)
        }
        #expect(Set(files.map { $0.withUnsafeBytes { Array($0) } }).count == 1)
        let small = try DecodedImage(decoding: files[0]).takePixels()
        #expect(small.size == PixelSize(width: 48, height: 96))
        #expect(small.samples(x: 12, y: 6).allSatisfy { $0 < 16 })
        #expect(small.samples(x: 40, y: 80)[0] > 180)
    }

    private func policy(_ members: String) throws -> Policy {
        try Policy(parsing: SecureBytes(copying: Array("{\(members)}".utf8)))
    }

    private func check(
        _ sample: Sample,
        _ policy: Policy,
        _ fileExtension: String = "png",
        hierarchy: SecureBytes? = nil
    ) throws -> CheckReport {
        var request = RedactionRequest(try sample.picture(fileExtension), policy: policy, hierarchy: hierarchy)
        request.unit = hierarchy == nil ? nil : .points(scale: 3)
        return try Redactor(detector: try Self.detector.get()).check(request).report
    }
}
