import Detection
import Foundation
import HTTPServer
import HTTPTypes
import PolicyLibrary
import Redaction
import RedactionJobs
import StrictJSON

extension ServerPolicies {
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
            "kinds of things that the server can look for in snapshots; empty without models"
        ),
    ])

    static let readinessSchema = JSONSchema.object([
        .required("status", .word(among: ["ready"])),
        .optional("detail", .array(of: .string), "unusable files, each with the reason"),
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
