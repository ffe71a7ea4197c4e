import BinaryCoding
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("What a worker is told of a request")
struct SanitizeOrderTests {
    @Test("is the same after it was sent")
    func arrives() throws {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/v1/sanitize?style=fill")
        head.headerFields[.accept] = "image/png, */*;q=0.1"
        let job = SanitizeJob(order: SanitizeOrder(head), material: 7)
        let decoded = try SanitizeJob(decoding: job.encoded())
        #expect(decoded.order == job.order)
        #expect(decoded.material == 7)
        #expect(decoded.order.contentType == nil)
    }

    @Test("holds no key, no address and no cookie")
    func secrets() throws {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "host.example", path: "/v1/sanitize")
        head.headerFields[.cookie] = "cookie-value"
        head.headerFields[.authorization] = "Bearer key-value"
        let text = try SanitizeJob(order: SanitizeOrder(head), material: 1).encoded().text
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
        let limits = DecodingLimits(maximumPixels: 1, maximumEdge: 2, maximumScans: 3)
        let setup = try SanitizeSetup(
            decoding: SanitizeSetup(limits: limits, workBytes: 4, demands: demands, models: "/models").encoded()
        )
        #expect(setup.limits == limits)
        #expect(setup.workBytes == 4)
        #expect(setup.demands == demands)
        #expect(setup.models == "/models")
    }
}

@Suite("What a worker says of policies and pictures")
struct CatalogueVerdictTests {
    private static func warnings(_ fault: InvalidFile) throws -> [InvalidFile]? {
        let bytes = try CatalogueVerdict.usable(warnings: [fault]).encoded()
        guard case .usable(let warnings) = try CatalogueVerdict(decoding: bytes) else { return nil }
        return warnings
    }

    @Test("arrives as it was, with lines and names in any script")
    func arrives() throws {
        let fault = InvalidFile("/policies/банк.yaml", line: 7, #"the asset "splash" cannot be used: it is corrupt"#)
        #expect(try Self.warnings(fault) == [fault])
        let bytes = try CatalogueVerdict.unusable(fault).encoded()
        guard case .unusable(fault) = try CatalogueVerdict(decoding: bytes) else {
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
