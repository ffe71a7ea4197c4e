import Artefacts
import BoundedWork
import HTTPTypes
import Hierarchy
import ImageCore
import Messages
import Redaction
import SchemaChecks
import SecureMemory
import StrictJSON
import Testing

@testable import RedactionJobs
@testable import SnapveilService

@Suite("Every problem is of a kind that is explained")
struct ProblemKindTests {
    private static let kinds = ProblemKind.topics.flatMap(\.kinds)
    private static let place = JSONPointer([.name("rules"), .index(0)])

    private static let policyErrors: [PolicyError] = {
        guard let size = PixelSize(width: 4, height: 4) else { return [] }
        let syntax: [PolicyError] = [
            .invalid(JSONSchemaError(.invalid("a sentence"), at: place)),
            .assuranceTooWeak(rule: 0, style: "blur"), .regionsMissing(rule: 0), .regionsNotTaken, .unitFixed,
            .scaleMissing, .scaleConflict(policy: 1, request: 2), .regionOutside(place, snapshot: size),
            .keepTooSmall(place), .ruleKept(rule: 0), .tooFewMatches(rule: 0, found: 0, demanded: 1),
            .tooFewMatches(rule: 0, found: 1, demanded: 2), .coverageTooSmall(found: 0.1, demanded: 0.2),
            .nothingCovered, .nothingLookedFor, .lengthOutOfRange(place, found: 1, allowed: 2...3),
            .hierarchyMissing(place),
            .hierarchyUnused, .hierarchyMisplaced(.noFrames), .hierarchyMisplaced(.severalDisplays),
            .elementsUndecided(place, "it takes too long; name fewer"), .tooMuchWork(place, "use fewer"),
            .elementUnplaceable(rule: 0), .assetMissing(rule: 0, name: "a"), .assetInvalid(name: "a", .empty),
            .assetUnused(name: "a"), .messageImpossible(rule: 0, .noFonts), .detectorMissing(JSONPointer([])),
        ]
        let text = (try? SecureBytes("{")) ?? SecureBytes()
        do throws(PolicyError) {
            _ = try Policy(parsing: text)
            return syntax
        } catch {
            return syntax + [error]
        }
    }()

    /// A problem for every way to make one.
    private static let problems: [Problem] =
        policyErrors.map { Problem($0) }
        + [.empty, .unsupported("a GIF"), .corrupt("cut off"), .undecided, .outOfMemory(.unknown), .cancelled].map {
            Problem($0 as DecodingError)
        }
        + [.tooLarge(limit: 1), .noElements, .unknownFormat, .cancelled].map { Problem(HierarchyError($0)) }
        + [
            .notFound(), .methodNotAllowed([.get]), .notAcceptable(), .policyUnknown(), .groupUnknown(),
            .policyMissing(),
            .policyNotOurs(),
            .crossOrigin(), .phaseNotTaken(), .contentEncoding("gzip"), .formUnsupported(), .assetNotYours("splash"),
            .parameter("radius", "has to be above 0"), .parameter(SnapshotProblem.missing, "image", "has to be there"),
            .parameter(RequestProblem.bodyInvalid, "/image", "cannot be used: it is a number"), .unauthorized(),
            .overloaded(retryAfter: 3), .tooLargeForMemory(9, capacity: 8), .replyTooLarge(9, capacity: 8),
            .workerFailed(), .tooExpensive(.memory),
            .tooExpensive(.time), Problem(RedactionError.tooExpensive), .shuttingDown(), .defect(),
            Problem(RedactionError.source(.tooMuchWork)), Problem(ContentFailure.refused("it is a recording")),
            Problem(ContentFailure.unfinished(.spent)),
        ]
        + [.queryMalformed, .contentTypeMalformed, .multipartMalformed, .jsonMalformed, .base64Malformed].map {
            Problem.malformed($0, "it is malformed")
        }
        + [400, 408, 413, 414, 417, 431, 501, 503, 505].map {
            Problem.server(status: HTTPResponse.Status(code: $0), detail: "The server says so.")
        }

    @Test("no code is there twice, and each text is a part of a sentence")
    func table() {
        #expect(Set(Self.kinds.map(\.code)).count == Self.kinds.count)
        for kind in Self.kinds {
            for text in [kind.definition.meaning, kind.definition.remedy] {
                #expect(!text.isEmpty && !text.hasSuffix("."), "\(kind.code)")
                #expect(text.count { $0 == "`" } % 2 == 0, "\(kind.code)")
            }
            #expect((400...599).contains(kind.definition.status.code))
        }
    }

    @Test("every kind has something that makes it")
    func everyKind() throws {
        guard let size = PixelSize(width: 9, height: 9) else { return }
        let others = [
            Problem(DecodingError.edgeTooLong(size, limit: 8)),
            Problem(RedactionError.encoding(.edgeTooLong(size, limit: 8))),
        ]
        let made = Set((Self.problems + others).map(\.kind.code))
        #expect(Set(Self.kinds.map(\.code)).subtracting(made) == [])
    }

    @Test("an error of a policy has the same code everywhere", arguments: policyErrors)
    func policyCodes(error: PolicyError) {
        #expect(Problem(error).kind.code == error.code)
    }

    @Test("a problem is as described, says what to do, and leads to what explains it", arguments: problems)
    func documents(problem: Problem) throws {
        let response = problem.response
        let reply = Reply(response)
        let checks = SchemaChecks(APIDescription.document)
        #expect(try checks.faults(in: reply.body.text, reference: "#/components/schemas/Problem") == [])
        #expect(reply.status == problem.kind.definition.status.code)
        #expect(problem.detail.hasSuffix(".") || problem.detail.hasSuffix("?"))
        #expect(!problem.detail.contains("..") && !problem.detail.contains("`"), "\(problem.detail)")
        #expect(problem.detail.first?.isLowercase != true || problem.parameter != nil, "\(problem.detail)")
        let help = try #require(reply.json["help"] as? String)
        let anchor = try #require(help.split(separator: "#").last)
        #expect(help.hasPrefix(PublicDocument.problems.path + "#"))
        #expect(ProblemPage.html.contains("<section id=\"\(anchor)\">"))
    }
}
