import BinaryCoding
import HTTPServer
import HTTPTypes
import Redaction
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("What a worker says that a request took")
struct SanitizeReportTests {
    private static let bounds = SanitizeReport.Bounds(time: .seconds(2), pixels: 1_000_000)
    private static let reading = WorkMeter.Reading(
        stages: [.open: .milliseconds(3), .encode: .seconds(2)],
        styles: ["fill": .microseconds(7), "blur": .zero],
        pixels: 1_000_000,
        hadReadyCover: false
    )

    private static func report(
        _ reading: WorkMeter.Reading = reading,
        status: HTTPResponse.Status = .ok,
        _ problem: Problem? = nil,
        _ kept: KeptMemory = KeptMemory(covers: 5, idle: 6)
    ) -> SanitizeReport {
        SanitizeReport(
            head: ReplyHead(HTTPResponse(status: status)),
            problem: problem?.kind,
            reading: reading,
            kept: kept
        )
    }

    private static func decoded(_ report: SanitizeReport) throws -> SanitizeReport {
        try SanitizeReport(decoding: report.encoded(), within: bounds)
    }

    @Test("arrives as it was")
    func arrives() throws {
        let report = try Self.decoded(Self.report())
        #expect(report.reading == Self.reading)
        #expect(report.kept == KeptMemory(covers: 5, idle: 6))
        #expect(report.problem == nil)
        for kind in ProblemKind.topics.flatMap(\.kinds) where (try? ReplyHead(Self.head(kind)).encoded()) != nil {
            let report = SanitizeReport(
                head: ReplyHead(Self.head(kind)),
                problem: kind,
                reading: .init(),
                kept: KeptMemory()
            )
            guard let decoded = try? Self.decoded(report) else { continue }
            #expect(decoded.problem == kind)
            #expect(decoded.reading == WorkMeter.Reading())
        }
    }

    private static func head(_ kind: ProblemKind) -> HTTPResponse { HTTPResponse(status: kind.definition.status) }

    @Test("is refused with a time that is longer than the request took, or below 0")
    func times() {
        for time in [Duration.seconds(2) + .nanoseconds(1), .seconds(100_000), .nanoseconds(-1)] {
            #expect(throws: BinaryError.self) { try Self.decoded(Self.report(.init(stages: [.plan: time]))) }
            #expect(throws: BinaryError.self) { try Self.decoded(Self.report(.init(styles: ["veil": time]))) }
        }
    }

    @Test("is refused with more pixels than a snapshot may have, or fewer than none", arguments: [1_000_001, -1, .max])
    func pixels(_ count: Int) {
        #expect(throws: BinaryError.self) { try Self.decoded(Self.report(.init(pixels: count))) }
    }

    @Test("is refused with more memory than there is anywhere", arguments: [-1, Int.max])
    func memory(_ bytes: Int) {
        #expect(throws: BinaryError.self) { try Self.decoded(Self.report(.init(), nil, KeptMemory(covers: bytes))) }
        #expect(throws: BinaryError.self) { try Self.decoded(Self.report(.init(), nil, KeptMemory(idle: bytes))) }
    }

    @Test("is refused with a problem of another status than the reply's, or none where there is one")
    func problems() {
        #expect(throws: BinaryError.self) { try Self.decoded(Self.report(.init(), .policyUnknown())) }
        #expect(throws: BinaryError.self) { try Self.decoded(Self.report(.init(), status: .notFound)) }
        #expect(throws: Never.self) { try Self.decoded(Self.report(.init(), status: .notFound, .policyUnknown())) }
    }

    @Test("is refused if it is cut short anywhere, or goes on")
    func length() throws {
        let bytes = try Self.report().encoded()
        for count in 0..<bytes.count {
            #expect(throws: BinaryError.self) { try SanitizeReport(decoding: bytes[0..<count], within: Self.bounds) }
        }
        let longer = try SecureBytes(copying: bytes.array + [0])
        #expect(throws: BinaryError.self) { try SanitizeReport(decoding: longer, within: Self.bounds) }
    }
}

@Suite("The head of a reply that a worker has made")
struct ReplyHeadTests {
    private static func decoded(_ head: HTTPResponse) throws -> HTTPResponse {
        try ReplyHead(decoding: ReplyHead(head).encoded()).head
    }

    @Test("arrives as it was, whatever the reply", arguments: ["image/png", "multipart/mixed; boundary=snapveil-7cP0"])
    func arrives(_ type: String) throws {
        var head = HTTPResponse(status: .ok)
        head.headerFields[.contentType] = type
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.snapveilReceipt] = #"{"covered":1,"assurance":"erased"}"#
        #expect(try Self.decoded(head) == head)
        for problem in [Problem.defect(), .overloaded(), .notAcceptable(), .policyUnknown(), .contentEncoding("gzip")] {
            let head = problem.response.head
            #expect(try Self.decoded(head) == head)
        }
    }

    @Test("is refused with a status that the service never gives", arguments: [0, 101, 204, 302, 401, 999])
    func status(_ code: Int) {
        #expect(throws: BinaryError.self) { try Self.decoded(HTTPResponse(status: .init(code: code))) }
    }

    @Test(
        "is refused with a field that the service never writes",
        arguments: [
            ("Set-Cookie", "a=b"), ("Location", "https://example.org"), ("Content-Type", "text/html"),
            ("Content-Type", "multipart/mixed; boundary=other"), ("Content-Length", "5"),
            ("Snapveil-Receipt", String(repeating: "a", count: 2000)),
        ]
    )
    func field(_ name: String, _ value: String) throws {
        var head = HTTPResponse(status: .ok)
        head.headerFields[try #require(HTTPField.Name(name))] = value
        #expect(throws: BinaryError.self) { try Self.decoded(head) }
    }

    @Test("is refused with a line break in a value")
    func lineBreak() throws {
        var writer = BinaryWriter()
        writer.write(200)
        writer.write(array: [(0, "no-store\r\nSet-Cookie: a=b")]) { writer, field in
            writer.write(field.0)
            writer.write(field.1)
        }
        let bytes = try writer.finish()
        #expect(throws: BinaryError.self) { try ReplyHead(decoding: bytes) }
    }
}
