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

/// The policies and pictures of the server at a time, and its demands on the policies of requests.
struct ServerPolicies: Sendable {
    let catalogue: Catalogue
    let demands: Demands
    /// The catalogue in the form for workers; nil where this process does the work.
    var material: Material?

    /// The demands of an operator on all requests.
    struct Demands: Sendable, Equatable {
        /// Whether requests only choose among the policies of the server.
        var isExclusive = false
        var minimumAssurance = MinimumAssurance.obscured
        /// Whether a request may state a phase of the app, in which some policies do not apply.
        var takesPhases = true
        /// Whether a snapshot is refused if nothing would be covered.
        var requiresCover = false
    }

    /// The policy of a request. A 404 for an unknown name, a 403 for a policy that is not the server's, a 422 for one that
    /// cannot be carried out.
    ///
    /// - Parameters:
    ///   - reference: The name or the text of the policy; nil for the default.
    ///   - regions: The regions of the request.
    ///   - minimum: The weakest assurance that the request accepts.
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

    /// The policy of a check that states none. A 422 without models or a page source to look with.
    func everythingSensitive(hasHierarchy: Bool) throws(Problem) -> Policy {
        do throws(PolicyError) {
            let policy = try Policy.everythingSensitive(hasHierarchy: hasHierarchy)
            try policy.check(hasDetector: catalogue.hasDetector)
            return policy
        } catch {
            throw Problem(error)
        }
    }

    /// Refuses with a 403 pictures that would stand in for pictures of the server.
    func check(sent assets: Set<String>) throws(Problem) {
        guard demands.isExclusive, let name = assets.intersection(catalogue.assets.names).min() else { return }
        throw .assetNotYours(name)
    }

    /// The policy called `name`, or a 404.
    func policy(named name: String) throws(Problem) -> Policy {
        guard let policy = catalogue.policies[name] else { throw .policyUnknown() }
        return policy
    }

    /// The reply with all policies in brief, and the words of targets that models can look for.
    func listing() -> HTTPServerResponse {
        let entries = catalogue.policies.all.map { policy in
            Entry(name: policy.name ?? "", summary: policy.summary, assurance: policy.assurance)
        }
        let listing = Listing(policies: entries, looksFor: catalogue.hasDetector ? Self.detectable : [])
        return JSONText.response(.uncached(), type: "application/json", listing)
    }

    private static let detectable = Detector.modelNames.keys.sorted()

    /// The reply with the policy called `name`, or a 404.
    func document(_ name: String) throws(Problem) -> HTTPServerResponse {
        JSONText.response(.uncached(), type: "application/json", try policy(named: name))
    }

    /// The reply that the server takes work, whichever pictures cannot be used.
    func readiness() -> HTTPServerResponse {
        let detail = catalogue.warnings.map { warning in
            // A path would describe the server's disk.
            "\(URL(fileURLWithPath: warning.path).lastPathComponent): \(warning.reason)"
        }
        let status = Readiness(status: "ready", detail: detail.isEmpty ? nil : detail)
        var head = HTTPResponse(status: .ok)
        head.headerFields[.cacheControl] = "no-store"
        return JSONText.response(head, type: "application/json", status)
    }

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
            .array(of: .word(among: detectable)),
            "what the server can look for in pictures; nothing where it has no models"
        ),
    ])

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
}
