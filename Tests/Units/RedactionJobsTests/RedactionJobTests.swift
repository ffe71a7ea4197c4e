import Artefacts
import BinaryCoding
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory
import Testing

@testable import RedactionJobs

@Suite("The job of a worker")
struct RedactionJobTests {
    @Test("is the same after it was sent")
    func arrives() throws {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/v1/sanitize?style=fill")
        head.headerFields[.accept] = "image/png, */*;q=0.1"
        let demands: [RedactionJob.Demand] = [
            .request(SanitizeOrder(head)), .file(hierarchyByteCount: nil, scale: nil),
            .file(hierarchyByteCount: 5, scale: 2.625), .step(.survey),
            .reply(
                ReplyOrder(
                    replyByteCount: 7,
                    sourceByteCount: 2,
                    direct: DirectMembers(omitted: ["a", "b"], socketOrigin: "ws://x"),
                    isSource: true
                )
            ),
            .reply(ReplyOrder(replyByteCount: 0)), .reply(ReplyOrder(replyByteCount: 1, takesOutRecording: true)),
            .command(refusing: [SoughtMember("a", nil), SoughtMember("b", "c")]),
            .message(MessageOrder(.mcp, redactsTexts: true)),
            .message(MessageOrder(.biDi, direct: DirectMembers(omitted: ["b"]))),
            .outline, .refusal(.biDi, reason: "it is a PDF"),
        ]
        for demand in demands {
            for mayLook in [false, true] {
                let job = RedactionJob(demand, material: 7, mayLook: mayLook)
                #expect(try RedactionJob(decoding: job.encoded()) == job)
            }
        }
    }

    @Test("holds no key, no address and no cookie")
    func secrets() throws {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "host.example", path: "/v1/sanitize")
        head.headerFields[.cookie] = "cookie-value"
        head.headerFields[.authorization] = "Bearer key-value"
        let text = try RedactionJob(.request(SanitizeOrder(head)), material: 1, mayLook: true).encoded()
            .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        for secret in ["cookie-value", "key-value", "host.example"] { #expect(!text.contains(secret)) }
    }

    @Test("carries what the operator demands")
    func setup() throws {
        let demands = ServerPolicies.Demands(
            isExclusive: true,
            minimumAssurance: .erased,
            takesPhases: false,
            requiresCover: true
        )
        var setup = WorkSetup()
        #expect(try WorkSetup(decoding: setup.encoded()) == setup)
        setup.limits = DecodingLimits(maximumPixels: 1, maximumEdge: 2, maximumScans: 3)
        setup.workBytes = 4
        setup.demands = demands
        setup.models = "/models"
        setup.drawsMessages = false
        #expect(try WorkSetup(decoding: setup.encoded()) == setup)
    }
}

@Suite("What a worker says of policies and pictures")
struct MaterialVerdictTests {
    private static func warnings(_ fault: InvalidFile) throws -> [InvalidFile]? {
        let bytes = try MaterialVerdict.usable(warnings: [fault]).encoded()
        guard case .usable(let warnings) = try MaterialVerdict(decoding: bytes) else { return nil }
        return warnings
    }

    @Test("arrives as it was, with lines and names in any script")
    func arrives() throws {
        let fault = InvalidFile("/policies/банк.yaml", line: 7, #"the asset "splash" cannot be used: it is corrupt"#)
        #expect(try Self.warnings(fault) == [fault])
        let bytes = try MaterialVerdict.unusable(fault).encoded()
        guard case .unusable(fault) = try MaterialVerdict(decoding: bytes) else {
            Issue.record("it arrived as something else")
            return
        }
    }

    @Test(
        "is refused if it would write lines of its own into the log",
        arguments: ["\n", "\r", "\u{1B}[2J", "\u{2028}", "\u{202E}"]
    )
    func unprintable(_ text: String) {
        #expect(throws: BinaryError.self) { try Self.warnings(InvalidFile("a.png", "fine\(text)forged")) }
        #expect(throws: BinaryError.self) { try Self.warnings(InvalidFile("a\(text).png", "fine")) }
    }
}
