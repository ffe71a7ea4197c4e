import ImageCore
import Redaction
import SecureMemory
import StrictJSON
import Testing

@testable import ImageFixtures

@Suite("A policy leaves it to the request which regions to cover")
struct RequestedRegionsTests {
    private static let mask = ##"{ "rules": [ { "target": "regions", "style": { "fill": { "color": "#f0f" } } } ] }"##
    private static let blur =
        #"{ "scale": 2, "rules": [ { "target": "regions", "style": { "blur": { "radius": 9 } } } ] }"#

    @Test("each region becomes a rule, in the place of the one that covers them")
    func rules() throws {
        let text = ##"""
            { "rules": [ { "target": "screen", "style": { "veil": {} } },
                         { "target": "regions", "style": { "fill": { "color": "#f0f" } }, "padding": 2, "atLeast": 1 },
                         { "target": "screen", "style": { "fill": { "color": "#000" } } } ] }
            """##
        let policy = try policy(text)
        let regions = [try region(0, 0, 5, 5), try region(1, 2, 3, 4)]
        let covering = try policy.covering(RequestedRegions(regions))
        #expect(covering.rules.map(\.target) == [.screen, .region(regions[0]), .region(regions[1]), .screen])
        #expect(covering.rules[1...2].allSatisfy { $0.style == policy.rules[1].style })
        #expect(covering.rules[1...2].allSatisfy { $0.padding == 2 && $0.atLeast == 1 })
    }

    @Test("a policy that needs regions is refused without any, and one that needs none with some")
    func mismatch() throws {
        let mask = try policy(Self.mask)
        #expect(throws: PolicyError.regionsMissing(rule: 0)) { try mask.covering(nil) }
        #expect(throws: PolicyError.regionsMissing(rule: 0)) { try mask.covering(RequestedRegions([])) }
        let black = try Policy(rules: [.init(.screen, .fill(.black))])
        #expect(try black.covering(nil) == black)
        let regions = RequestedRegions([try region(0, 0, 5, 5)])
        #expect(throws: PolicyError.regionsNotTaken) { try black.covering(regions) }
    }

    @Test("regions that nobody brought are not taken for the screen")
    func unresolved() throws {
        let snapshot = try SecureBytes(copying: ChunkedPNG(holding: .noise(8, 8, channels: 3, seed: 5)).bytes)
        #expect(throws: RedactionError.policy(.regionsMissing(rule: 0))) {
            try Redactor().redact(RedactionRequest(snapshot, policy: policy(Self.mask)))
        }
    }

    @Test("the regions may have a unit of their own where the policy states no length")
    func units() throws {
        let regions = RequestedRegions([try region(0, 0, 5, 5)], unit: .points(scale: 3))
        #expect(try policy(Self.mask).covering(regions).unit == .points(scale: 3))
        #expect(throws: PolicyError.scaleConflict(policy: 2, request: 3)) { try policy(Self.blur).covering(regions) }
        let same = RequestedRegions(regions.regions, unit: .points(scale: 2))
        #expect(try policy(Self.blur).covering(same).unit == .points(scale: 2))
        #expect(try policy(Self.blur).covering(RequestedRegions(regions.regions)).unit == .points(scale: 2))
    }

    @Test("regions are counted in the unit of a policy that states lengths, where one can be counted in the other")
    func countedUnits() throws {
        let padded = Self.mask.replacing("} } } ]", with: #"} }, "padding": 1 } ]"#)
        let points = RequestedRegions([try region(1, 2, 5, 10)], unit: .points(scale: 3))
        let inPixels = try policy(padded).covering(points)
        #expect(inPixels.unit == .pixels)
        #expect(inPixels.rules.map(\.target) == [.region(try region(3, 6, 15, 30))])
        let pixels = RequestedRegions([try region(2, 4, 6, 8)], unit: .pixels)
        let inPoints = try policy(Self.blur).covering(pixels)
        #expect(inPoints.unit == .points(scale: 2))
        #expect(inPoints.rules.map(\.target) == [.region(try region(1, 2, 3, 4))])
        let ratio = RequestedRegions([try region(0, 0, 0.5, 0.5)], unit: .ratio)
        #expect(throws: PolicyError.unitFixed) { try policy(padded).covering(ratio) }
        let huge = RequestedRegions([try region(0, 0, 999_999, 5)], unit: .points(scale: 3))
        #expect(throws: PolicyError.unitFixed) { try policy(padded).covering(huge) }
    }

    @Test("more regions than a policy may have rules are refused")
    func tooMany() throws {
        let regions = Array(repeating: try region(0, 0, 5, 5), count: Policy.maximumRules)
        #expect(try policy(Self.mask).covering(RequestedRegions(regions)).rules.count == Policy.maximumRules)
        let oneMore = RequestedRegions(regions + regions.prefix(1))
        #expect(throws: PolicyError.self) { try policy(Self.mask).covering(oneMore) }
    }

    @Test("what is kept is the policy's own")
    func keep() throws {
        let text = ##"{ "rules": [ { "target": "screen", "style": { "veil": {} } } ], "keep": [ "regions" ] }"##
        let error = #expect(throws: PolicyError.self) { try policy(text) }
        #expect(error?.pointer?.description == "/keep")
    }

    @Test(
        "parameters beside a named policy are its regions and their units, and nothing else",
        arguments: [
            ([("region", "1,2,3,4"), ("scale", "2")], nil), ([("region", "1,2,3,4")], nil), ([], nil),
            ([("region", "1,2,3,4"), ("color", "#000")], "color"), ([("padding", "1")], "padding"),
            ([("scale", "2")], nil), ([("region", "1,2,3")], "region"),
            ([("region", "1,2,3,4"), ("scale", "0")], "scale"),
        ] as [([(String, String)], String?)]
    )
    func parameters(pairs: [(String, String)], fault: String?) throws {
        let shorthand = try PolicyShorthand(pairs.map { (name: $0.0, value: $0.1) })
        guard let fault else {
            let requested = try shorthand.requestedRegions()
            let hasRegions = pairs.contains { $0.0 == "region" }
            #expect(requested?.regions == (hasRegions ? [try region(1, 2, 3, 4)] : nil))
            #expect(requested?.unit == (pairs.count == 2 ? .points(scale: 2) : nil))
            return
        }
        let error = #expect(throws: ShorthandError.self) { try shorthand.requestedRegions() }
        #expect(error?.parameter == fault)
    }

    private func policy(_ text: String) throws -> Policy {
        try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    private func region(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> Region {
        try #require(Region(x: x, y: y, width: width, height: height))
    }
}
