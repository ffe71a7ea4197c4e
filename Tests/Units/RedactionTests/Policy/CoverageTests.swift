import ImageCore
import SecureMemory
import StrictJSON
import Testing

@testable import ImageFixtures
@testable import Redaction

@Suite("A policy may demand that a share of the snapshot is covered")
struct CoverageTests {
    @Test("the share is a number from 0 to 1", arguments: ["-0.1", "1.1", #""5 %""#, "null", "1e999"])
    func refused(share: String) throws {
        let error = #expect(throws: PolicyError.self) { try policy(share, ["0,0,9,9"]) }
        #expect(error?.pointer?.description == "/minimumCoverage" || error?.code == "policy-syntax")
        #expect(throws: PolicyError.self) { try Policy(rules: [.init(.screen, .fill(.black))], minimumCoverage: .nan) }
    }

    @Test(
        "pixels that several rules cover count once, and those that are kept do not",
        arguments: [
            ([[0, 0, 10, 10]], nil, 0.005), ([[0, 0, 10, 10], [5, 5, 10, 10]], nil, 0.00875),
            ([[0, 0, 10, 10], [0, 0, 10, 10]], nil, 0.005), ([[0, 0, 200, 100]], [0, 0, 200, 50], 0.5),
            ([[0, 0, 200, 100]], nil, 1.0), ([[190, 90, 900, 900]], nil, 0.005),
        ] as [([[Int]], [Int]?, Double)]
    )
    func union(regions: [[Int]], kept: [Int]?, share: Double) throws {
        let texts = regions.map { $0.map(String.init).joined(separator: ",") }
        let keep = kept.map { $0.map(String.init).joined(separator: ",") }
        #expect(try plan(policy("\(share)", texts, keep: keep)).steps.count == regions.count)
        guard share < 1 else { return }
        let error = PolicyError.coverageTooSmall(found: share, demanded: share.nextUp)
        #expect(throws: error) { try plan(policy("\(share.nextUp)", texts, keep: keep)) }
    }

    @Test("the demand stays with a policy whose regions, pictures or assurance are filled in")
    func replacing() throws {
        let text = #"{ "minimumCoverage": 0.25, "rules": [ { "target": "regions", "style": { "veil": {} } } ] }"#
        let policy = try Policy(parsing: SecureBytes(copying: text.utf8))
        let region = try #require(Region(x: 0, y: 0, width: 9, height: 9))
        let covering = try policy.covering(RequestedRegions([region])).demanding(.erased)
        #expect(try covering.resolvingAssets(sent: [], stored: { _ in false }).minimumCoverage == 0.25)
        #expect(throws: PolicyError.coverageTooSmall(found: 81 / 20_000, demanded: 0.25)) { try plan(covering) }
    }

    @Test("where a policy does not apply, it demands nothing")
    func phases() throws {
        let policy = try Policy(
            rules: [.init(.region(try #require(Region(x: 0, y: 0, width: 1, height: 1))), .fill(.black))],
            phases: [.background],
            minimumCoverage: 1
        )
        #expect(try plan(policy, phase: .active).steps.isEmpty)
        #expect(throws: PolicyError.self) { try plan(policy, phase: .background) }
    }

    @Test("whatever way a snapshot takes, too little is refused before anything is painted", arguments: [0, 1, 2])
    func ways(kind: Int) throws {
        let picture = Picture.noise(64, 48, channels: 3, seed: 9)
        let files = [
            ChunkedPNG(holding: picture).bytes, try JPEGFixture(width: 64, height: 48).encode(picture),
            try JPEGFixture(width: 64, height: 48, scans: .progressive).encode(picture),
        ]
        let snapshot = try SecureBytes(copying: files[kind])
        let policy = try policy("0.9", ["0,0,1,1"])
        let error = #expect(throws: RedactionError.self) {
            try Redactor().redact(RedactionRequest(snapshot, policy: policy))
        }
        guard case .policy(.coverageTooSmall(let found, 0.9)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((1.0 / 3072...0.2).contains(found))
        let black = try Policy(rules: [.init(.screen, .fill(.black))], phases: [.background], minimumCoverage: 1)
        #expect(
            try Redactor().redact(RedactionRequest(snapshot, policy: black, requiresCover: true)).receipt.covered.count
                == 1
        )
        #expect(throws: RedactionError.policy(.nothingCovered)) {
            try Redactor().redact(RedactionRequest(snapshot, policy: black, phase: .active, requiresCover: true))
        }
    }

    private func plan(_ policy: Policy, phase: Phase? = nil) throws -> Plan {
        let size = try #require(PixelSize(width: 200, height: 100))
        return try Plan(policy, phase: phase, size: size, grid: .pixels)
    }

    private func policy(_ share: String, _ regions: [String], keep: String? = nil) throws -> Policy {
        let style = ##"{ "fill": { "color": "#000" } }"##
        let rules = regions.map { #"{ "target": \#(target($0)), "style": \#(style) }"# }
        let kept = keep.map(target) ?? ""
        let text =
            #"{ "minimumCoverage": \#(share), "rules": [ \#(rules.joined(separator: ", ")) ], "keep": [ \#(kept) ] }"#
        return try Policy(parsing: SecureBytes(copying: text.utf8))
    }

    private func target(_ numbers: String) -> String {
        let members = zip(["x", "y", "width", "height"], numbers.split(separator: ",")).map { #""\#($0)": \#($1)"# }
        return #"{ "region": { \#(members.joined(separator: ", ")) } }"#
    }
}
