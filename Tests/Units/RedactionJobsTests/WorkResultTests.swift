import Artefacts
import BinaryCoding
import Containment
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import RedactionJobs

@Suite("The result of a worker, which may be anything")
struct WorkResultTests {
    private static let bounds = WorkResult.Bounds(time: .seconds(2), pixels: 1_000_000)
    private static let reading = WorkMeter.Reading(
        stages: [.open: .milliseconds(3), .encode: .seconds(2)],
        styles: ["fill": .microseconds(7), "blur": .zero],
        pixels: 1_000_000,
        hadReadyCover: false
    )
    private static let summary = ReceiptSummary(
        policy: "bank-app",
        phase: nil,
        covered: 3,
        assurance: .erased,
        warnings: 1
    )

    private static func decoded(_ result: WorkResult) throws -> WorkResult {
        try WorkResult(decoding: result.encoded(), within: bounds)
    }

    private static func parts(_ texts: [String?] = [nil, nil, nil], hierarchy: String? = nil) throws -> RedactedParts {
        var parts = RedactedParts()
        parts.picture = try SecureBytes(copying: [1, 2, 3])
        parts.format = .webp
        parts.hierarchy = try hierarchy.map { PageSource(bytes: try bytes($0), form: .json) }
        (parts.receipt, parts.plan) = (try texts[0].map(bytes), try texts[1].map(bytes))
        parts.report = try texts[2].map(bytes)
        parts.summary = summary
        return parts
    }

    private static func bytes(_ text: String) throws -> SecureBytes { try SecureBytes(copying: Array(text.utf8)) }

    private static func read(_ result: WorkResult) throws -> RedactedParts {
        guard case .done(let parts) = try decoded(result).outcome else { throw BinaryError.invalidValue(offset: 0) }
        return parts
    }

    @Test("parts arrive as they were, together and alone")
    func parts() throws {
        for choice in 0..<16 {
            let texts = ["receipt", "plan", "report"].enumerated().map { choice >> $0 & 1 == 1 ? $1 : nil }
            let sent = try Self.parts(texts, hierarchy: choice & 8 > 0 ? "[]" : nil)
            let read = try Self.read(WorkResult(.done(sent)))
            #expect(read.picture == sent.picture && read.format == .webp && read.summary == Self.summary)
            #expect(read.hierarchy?.bytes == sent.hierarchy?.bytes && read.hierarchy?.form == sent.hierarchy?.form)
            #expect(read.receipt == sent.receipt && read.plan == sent.plan && read.report == sent.report)
        }
        let long = String(repeating: "r", count: 20_000)
        let read = try Self.read(WorkResult(.done(Self.parts([long, "plan", nil], hierarchy: "[]"))))
        #expect(try read.receipt == Self.bytes(long) && read.plan == Self.bytes("plan"))
        #expect(read.picture.count == 3 && read.hierarchy?.bytes.count == 2)
        var report = RedactedParts()
        report.report = try Self.bytes("{}")
        #expect(try Self.read(WorkResult(.done(report))).report == report.report)
    }

    @Test("an artefact arrives with its receipt, and one of an unknown form or count does not")
    func artefact() throws {
        var sent = RedactedParts()
        sent.picture = try Self.bytes("PK")
        sent.entries = try Self.bytes(#"{"entries":[]}"#)
        for form in [ArtefactRedactor.Form.archive, .text, nil] {
            sent.artefact = ArtefactSummary(form: form, policy: "bank-app", kept: 1, redacted: 2, dropped: 3)
            let read = try Self.read(WorkResult(.done(sent)))
            #expect(read.artefact == sent.artefact && read.entries == sent.entries && read.summary == nil)
        }
        for (policy, kept) in [("bank app", 1), ("bank-app", -1), ("bank-app", .max)] {
            sent.artefact = ArtefactSummary(form: .archive, policy: policy, kept: kept, redacted: 2, dropped: 3)
            #expect(throws: BinaryError.self) { try Self.decoded(WorkResult(.done(sent))) }
        }
    }

    @Test("figures arrive as they were")
    func figures() throws {
        let result = WorkResult(.handedBack, reading: Self.reading, kept: KeptMemory(covers: 5, idle: 6))
        let read = try Self.decoded(result)
        #expect(read.reading == Self.reading)
        #expect(read.kept == KeptMemory(covers: 5, idle: 6))
        guard case .handedBack = read.outcome else {
            Issue.record("it arrived as something else")
            return
        }
    }

    @Test("a recording arrives behind the reply that it was in, and one with a place beyond that does not")
    func recording() throws {
        var sent = RedactedParts()
        sent.picture = try Self.bytes(#"{"value":""}"#)
        for place in [0, 10, sent.picture.count] {
            sent.recording = ReplyRedactor.Recording(contents: try Self.bytes("ftyp"), place: place)
            let read = try Self.read(WorkResult(.done(sent)))
            #expect(read.picture == sent.picture && read.recording == sent.recording)
        }
        for place in [-1, sent.picture.count + 1] {
            sent.recording = ReplyRedactor.Recording(contents: try Self.bytes("ftyp"), place: place)
            #expect(throws: BinaryError.self) { try Self.read(WorkResult(.done(sent))) }
        }
    }

    @Test("a problem of any kind arrives as it was, with the fields of its kind")
    func problems() throws {
        var problems = [Problem.overloaded(), .tooExpensive(.memory), .policyUnknown(), .parameter("scale", "is 0")]
        let kinds = ProblemKind.topics.flatMap(\.kinds).filter { $0 != problems[0].kind }
        let isOfHead = { (kind: ProblemKind) in
            [401, 405, 408, 414, 417, 431, 501, 505].contains(kind.definition.status.code)
        }
        problems += kinds.filter { !isOfHead($0) }.map { kind in
            Problem(kind, "Details.", next: .said, pointer: "/rules/0", parameter: "policy")
        }
        for kind in kinds where isOfHead(kind) {
            #expect(throws: BinaryError.self) { try Self.decoded(WorkResult(.problem(Problem(kind, "Details.")))) }
        }
        for problem in problems {
            guard case .problem(problem) = try Self.decoded(WorkResult(.problem(problem))).outcome else {
                Issue.record("\(problem.kind.code) arrived as something else")
                continue
            }
        }
        let long = Problem(problems[1].kind, String(repeating: "x", count: 1 << 20), next: .said)
        guard case .problem(let read) = try Self.decoded(WorkResult(.problem(long))).outcome else { return }
        #expect(read.detail == long.kind.remedy)
    }

    @Test("a reason that is too long is left out, and one that is claimed to be is refused")
    func reasons() throws {
        let long = String(repeating: "x", count: 1 << 20)
        guard case .refused("why") = try Self.decoded(WorkResult(.refused("why"))).outcome,
            case .refused("the reason is too long to show") = try Self.decoded(WorkResult(.refused(long))).outcome
        else {
            Issue.record("it arrived as something else")
            return
        }
        var writer = BinaryWriter()
        writer.write(WireByte(rawValue: 2))
        writer.write(long)
        let forged = JobResult(content: try writer.finish(), body: SecureBytes())
        #expect(throws: BinaryError.self) { try WorkResult(decoding: forged, within: Self.bounds) }
    }

    private struct WireByte: RawRepresentable {
        let rawValue: UInt8
    }

    @Test(
        "is refused with a policy whose name could write fields of its own",
        arguments: ["a\r\nSet-Cookie: b", "ä", ""]
    )
    func names(_ name: String) throws {
        var parts = try Self.parts()
        parts.summary = ReceiptSummary(policy: name, phase: nil, covered: 1, assurance: .erased, warnings: nil)
        #expect(throws: BinaryError.self) { try Self.decoded(WorkResult(.done(parts))) }
    }

    @Test("is refused with a time that is longer than the job took, or below 0")
    func times() {
        for time in [Duration.seconds(2) + .nanoseconds(1), .seconds(100_000), .nanoseconds(-1)] {
            for reading in [WorkMeter.Reading(stages: [.plan: time]), .init(styles: ["veil": time])] {
                #expect(throws: BinaryError.self) { try Self.decoded(WorkResult(.handedBack, reading: reading)) }
            }
        }
    }

    @Test("is refused with more pixels than a snapshot may have, or fewer than none", arguments: [1_000_001, -1, .max])
    func pixels(_ count: Int) {
        #expect(throws: BinaryError.self) { try Self.decoded(WorkResult(.handedBack, reading: .init(pixels: count))) }
    }

    @Test("is refused with more memory than there is anywhere", arguments: [-1, Int.max])
    func memory(_ bytes: Int) {
        for kept in [KeptMemory(covers: bytes), KeptMemory(idle: bytes)] {
            #expect(throws: BinaryError.self) { try Self.decoded(WorkResult(.handedBack, kept: kept)) }
        }
    }

    @Test("is refused if it is cut short anywhere, or goes on, and so are its parts")
    func length() throws {
        let long = String(repeating: "r", count: 20_000)
        let whole = try WorkResult(.done(Self.parts([long, nil, "p"], hierarchy: "[]")), reading: Self.reading)
            .encoded()
        func decode(_ content: SecureBytes, _ body: SecureBytes) throws {
            _ = try WorkResult(decoding: JobResult(content: content, body: body), within: Self.bounds)
        }
        #expect(throws: Never.self) { try decode(whole.content, whole.body) }
        for count in 0..<whole.content.count {
            #expect(throws: BinaryError.self) { try decode(whole.content[0..<count], whole.body) }
        }
        for count in stride(from: 0, to: whole.body.count, by: 101) {
            #expect(throws: BinaryError.self) { try decode(whole.content, whole.body[0..<count]) }
        }
        let (content, body) = (whole.content.withUnsafeBytes(Array.init), whole.body.withUnsafeBytes(Array.init))
        let longer = try (SecureBytes(copying: content + [0]), SecureBytes(copying: body + [0]))
        #expect(throws: BinaryError.self) { try decode(longer.0, whole.body) }
        #expect(throws: BinaryError.self) { try decode(whole.content, longer.1) }
        let problem = try WorkResult(.problem(.overloaded())).encoded()
        #expect(throws: BinaryError.self) { try decode(problem.content, whole.body) }
    }

    @Test("is refused with bytes that were changed, or can be true")
    func noise() throws {
        let whole = try WorkResult(.done(Self.parts(["r", "q", nil], hierarchy: "[]")), reading: Self.reading).encoded()
        let content = whole.content.withUnsafeBytes(Array.init)
        var noise = SeededGenerator(seed: 7)
        var refused = 0
        for _ in 0..<2000 {
            var changed = content
            changed[noise.int(0...changed.count - 1)] ^= UInt8(1 << noise.int(0...7))
            let result = JobResult(content: try SecureBytes(copying: changed), body: whole.body)
            do {
                guard case .done(let parts) = try WorkResult(decoding: result, within: Self.bounds).outcome else {
                    continue
                }
                let policy = parts.summary?.policy ?? "a"
                #expect(policy.isIdentifier())
            } catch {
                refused += 1
            }
        }
        #expect(refused > 1000)
    }
}
