import ImageCore
import Redaction
import SecureMemory
import StrictJSON
import Testing

@testable import ImageFixtures

@Suite("A policy applies in its phases, and passes on a new file of the same pixels in the others")
struct PhaseTests {
    private static let hiding = ##"{ "fill": { "color": "#000" } }"##

    @Test(
        "phases are a list of words that is not empty and names none twice",
        arguments: [
            ("[]", "/phases"), (#"["active", "active"]"#, "/phases/1"), (#"["asleep"]"#, "/phases/0"),
            (#""active""#, "/phases"), ("null", "/phases"), (#"["Active"]"#, "/phases/0"),
        ]
    )
    func refused(phases: String, pointer: String) throws {
        let error = #expect(throws: PolicyError.self) { try policy(phases: phases) }
        #expect(error?.code == "policy-invalid")
        #expect(error?.pointer?.description == pointer)
    }

    @Test("a policy without phases applies in every one, and where the phase is not known")
    func everyPhase() throws {
        let policy = try policy(phases: nil)
        #expect(([nil] + Phase.allCases).allSatisfy { policy.applies(in: $0) })
        #expect(policy == (try self.policy(phases: #"["background", "inactive", "active"]"#)))
        #expect(throws: PolicyError.self) { try Policy(rules: [.init(.screen, .fill(.black))], phases: []) }
    }

    @Test("in one of its phases, and where the phase is not known, a policy covers; in another it does not")
    func covering() throws {
        let policy = try policy(phases: #"["inactive", "background"]"#)
        let snapshot = try SecureBytes(copying: ChunkedPNG(holding: .noise(20, 10, channels: 3, seed: 3)).bytes)
        let picture = try pixels(of: snapshot)
        for phase in [nil, .inactive, .background] as [Phase?] {
            let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy, phase: phase))
            #expect(try pixels(of: result.image).allSatisfy { $0 == 0 })
            #expect(result.receipt.phase == phase)
            #expect(result.receipt.covered.count == 1)
        }
        let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy, phase: .active))
        #expect(try pixels(of: result.image) == picture)
        #expect(result.receipt.phase == .active)
        #expect(result.receipt.assurance == .untouched)
        #expect(result.receipt.covered == [])
    }

    @Test("what hides in a file does not come out of one that is passed on", arguments: try LeakVector.metadata())
    func metadata(vector: LeakVector) throws {
        let policy = try policy(phases: #"["background"]"#)
        let files = [vector.clean, vector.laden].map { file in
            Result {
                try Redactor().redact(RedactionRequest(SecureBytes(copying: file), policy: policy, phase: .active))
                    .image
            }
        }
        let clean = try files[0].get().withUnsafeBytes(Array.init)
        guard !vector.isRefused else {
            #expect(throws: RedactionError.self) { try files[1].get() }
            return
        }
        let laden = try files[1].get().withUnsafeBytes(Array.init)
        #expect(laden == clean)
        #expect(!laden.holdsSentinel)
    }

    @Test("the pixels of a JPEG that is passed on are as they were, but where another quality is asked for")
    func jpeg() throws {
        // Whole blocks: what hides in others beyond the edge is replaced, and their pixels with it.
        let picture = Picture.noise(48, 32, channels: 3, seed: 4)
        let snapshot = try SecureBytes(copying: JPEGFixture(width: 48, height: 32).encode(picture))
        let policy = try policy(phases: #"["background"]"#)
        let kept = try Redactor().redact(RedactionRequest(snapshot, policy: policy, phase: .active))
        #expect(try pixels(of: kept.image) == pixels(of: snapshot))
        let coarse = OutputOptions(quality: 10)
        let reduced = try Redactor().redact(RedactionRequest(snapshot, policy: policy, phase: .active, output: coarse))
        #expect(reduced.image.count < kept.image.count / 2)
    }

    @Test("an asset that a policy names has to be there, whether the policy applies or not")
    func assets() throws {
        let policy = try policy(phases: #"["background"]"#, style: #"{ "image": { "asset": "splash" } }"#)
        let snapshot = try SecureBytes(copying: ChunkedPNG(holding: .noise(8, 8, channels: 3, seed: 5)).bytes)
        #expect(throws: RedactionError.policy(.assetMissing(rule: 0, name: "splash"))) {
            try Redactor().redact(RedactionRequest(snapshot, policy: policy, phase: .active))
        }
    }

    @Test("the minimum assurance bounds the styles of the rules, in whatever phase")
    func minimumAssurance() throws {
        let blur = try policy(phases: #"["background"]"#, style: #"{ "blur": { "radius": 9 } }"#)
        #expect(throws: PolicyError.assuranceTooWeak(rule: 0, style: "blur")) { try blur.demanding(.erased) }
        #expect(try policy(phases: #"["background"]"#).demanding(.erased).phases == [.background])
    }

    private func policy(phases: String?, style: String = hiding) throws -> Policy {
        let phases = phases.map { #""phases": \#($0),"# } ?? ""
        let text = #"{ \#(phases) "rules": [ { "target": "screen", "style": \#(style) } ] }"#
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    private func pixels(of file: SecureBytes) throws -> [UInt8] {
        let pixels = try DecodedImage(decoding: file).takePixels()
        return (0..<pixels.size.height).flatMap { y in
            (0..<pixels.size.width).flatMap { pixels.samples(x: $0, y: y) }
        }
    }
}
