import BoundedWork
import Containment
import Detection
import Foundation
import HTTPServer
import HTTPTypes
import PolicyLibrary
import Redaction
import SecureMemory
import StrictJSON

/// What the server has by name at a time, and what it lets a request bring.
struct ServerPolicies: Sendable {
    /// The policies and pictures that the server has by name.
    let catalogue: Catalogue
    /// What a request can get, whatever it says.
    let demands: Demands
    /// The catalogue as workers get it; nil where the work is done in this process.
    var material: Material?

    /// What an operator demands of all requests.
    struct Demands: Sendable, Equatable {
        /// Whether requests only choose among the policies of the server.
        var isExclusive = false
        /// The weakest assurance that is allowed.
        var minimumAssurance = MinimumAssurance.obscured
        /// Whether a request may say what the app was doing, by which some policies do not apply.
        var takesPhases = true
        /// Whether a snapshot of which nothing would be covered is refused.
        var requiresCover = false
    }

    /// The policy that a request means.
    ///
    /// - Parameters:
    ///   - reference: What it names or brings; nil for the default.
    ///   - regions: What it brings for the policy to cover.
    ///   - minimum: The weakest assurance that it takes.
    /// - Throws: A 404 for a name that is not known, a 403 for a policy that is not the server's, a 422 for one that
    ///   cannot be carried out.
    func policy(
        _ reference: PolicyReference?,
        regions: RequestedRegions?,
        demanding minimum: MinimumAssurance
    ) throws(Problem) -> Policy {
        let policy: Policy
        switch reference ?? catalogue.defaultPolicy.map(PolicyReference.named) {
        case .named(let name): policy = try self.policy(named: name)
        case .literal(let literal):
            guard !demands.isExclusive else { throw .policyNotOurs() }
            policy = literal
        case nil: throw .policyMissing()
        }
        let demand = max(minimum, demands.minimumAssurance)
        do throws(PolicyError) {
            try policy.check(hasDetector: catalogue.hasDetector)
            return try policy.covering(regions).demanding(demand)
        } catch {
            throw Problem(error)
        }
    }

    /// What a picture is checked for where nobody says.
    ///
    /// - Throws: A 422 where there is nothing to look with.
    func everythingSensitive(hasHierarchy: Bool) throws(Problem) -> Policy {
        do throws(PolicyError) {
            let policy = try Policy.everythingSensitive(hasHierarchy: hasHierarchy)
            try policy.check(hasDetector: catalogue.hasDetector)
            return policy
        } catch {
            throw Problem(error)
        }
    }

    /// Refuses pictures that would stand in for those of the server.
    ///
    /// - Throws: A 403.
    func check(sent assets: Set<String>) throws(Problem) {
        guard demands.isExclusive, let name = assets.intersection(catalogue.assets.names).min() else { return }
        throw .assetNotYours(name)
    }

    /// The policy called `name`.
    ///
    /// - Throws: A 404.
    func policy(named name: String) throws(Problem) -> Policy {
        guard let policy = catalogue.policies[name] else { throw .policyUnknown() }
        return policy
    }

    /// All policies in brief, and what policies of requests may look for, as a reply.
    func listing() -> HTTPServerResponse {
        let entries = catalogue.policies.all.map { policy in
            Entry(name: policy.name ?? "", summary: policy.summary, assurance: policy.assurance)
        }
        let listing = Listing(policies: entries, looksFor: catalogue.hasDetector ? Self.sights : [])
        return JSONText.response(Self.head, type: "application/json", listing)
    }

    /// What a server with models can look for, in the words of targets.
    private static let sights = Detector.modelNames.keys.sorted()

    /// The policy called `name`, as a reply.
    ///
    /// - Throws: A 404.
    func document(_ name: String) throws(Problem) -> HTTPServerResponse {
        JSONText.response(Self.head, type: "application/json", try policy(named: name))
    }

    /// Whether the server takes work, as a reply: it does, whatever picture cannot be used.
    func readiness() -> HTTPServerResponse {
        let detail = catalogue.warnings.map { warning in
            // A path would tell of the server's disk.
            "\(URL(fileURLWithPath: warning.path).lastPathComponent): \(warning.reason)"
        }
        let status = Readiness(status: "ready", detail: detail.isEmpty ? nil : detail)
        var head = HTTPResponse(status: .ok)
        head.headerFields[.cacheControl] = "no-store"
        return JSONText.response(head, type: "application/json", status)
    }

    /// What the JSON of ``listing()`` is.
    static let listingSchema = JSONSchema.object([
        .required(
            "policies",
            .array(
                of: .object([
                    .required("name", .string), .optional("summary", .string),
                    .required("assurance", .word(of: Assurance.self)),
                ])
            )
        ),
        .required(
            "looksFor",
            .array(of: .word(among: sights)),
            "what the server can look for in pictures; nothing where it has no models"
        ),
    ])

    /// What the JSON of ``readiness()`` is.
    static let readinessSchema = JSONSchema.object([
        .required("status", .word(among: ["ready"])),
        .optional("detail", .array(of: .string), "files that cannot be used, and why"),
    ])

    private struct Listing: Encodable {
        let policies: [Entry]
        let looksFor: [String]
    }

    private struct Entry: Encodable {
        let name: String
        let summary: String?
        let assurance: Assurance
    }

    private struct Readiness: Encodable {
        let status: String
        let detail: [String]?
    }

    private static var head: HTTPResponse {
        var head = HTTPResponse(status: .ok)
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.xContentTypeOptions] = "nosniff"
        return head
    }
}
