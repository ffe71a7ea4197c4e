import Foundation
package import HTTPTypes
package import SecureMemory
package import StrictJSON

/// An error reply as `application/problem+json` (RFC 9457). Holds nothing of the snapshot.
package struct Problem: Error, Equatable {
    package let kind: ProblemKind
    package let detail: String
    /// The place of the fault in the policy (RFC 6901).
    package let pointer: String?
    /// The query parameter, form part or member of the body that is at fault.
    package let parameter: String?
    /// Fields that the status demands: `Allow`, `Retry-After`.
    package let fields: HTTPFields

    /// The end of the detail.
    package enum NextStep {
        /// The remedy of the kind.
        case ofKind
        /// Nothing, as the detail names the remedy.
        case said
    }

    /// States a problem.
    ///
    /// - Parameters:
    ///   - detail: The fault of this request in sentences, to which `next` adds.
    ///   - pointer: The place in the policy.
    ///   - parameter: The query parameter, form part or member of the body.
    ///   - fields: Fields that the status demands.
    package init(
        _ kind: ProblemKind,
        _ detail: String,
        next: NextStep = .ofKind,
        pointer: String? = nil,
        parameter: String? = nil,
        fields: HTTPFields = [:]
    ) {
        self.kind = kind
        self.detail = next == .said ? detail : "\(detail) \(kind.remedy)"
        self.pointer = pointer
        self.parameter = parameter
        self.fields = fields
    }

    package init(
        _ kind: some ProblemTopic,
        _ detail: String,
        next: NextStep = .ofKind,
        parameter: String? = nil,
        fields: HTTPFields = [:]
    ) {
        self.init(ProblemKind(kind), detail, next: next, parameter: parameter, fields: fields)
    }

    package var status: HTTPResponse.Status { kind.definition.status }

    package static let schema = JSONSchema.object([
        .required(
            "type",
            .word(among: ProblemKind.topics.flatMap(\.kinds).map(\.type)),
            "the kind of the problem, which never changes"
        ),
        .required("title", .string, "the name of the kind"),
        .required("status", .integer(in: 400...599), "the status of the reply"),
        .required("detail", .string, "the fault of this request, and what to do"),
        .required(
            "help",
            JSONSchema(["type": "string", "format": "uri-reference"]),
            "the page of the server that explains the kind"
        ),
        .optional("pointer", JSONSchema(["type": "string", "format": "json-pointer"]), "the place in the policy"),
        .optional("parameter", .string, "the query parameter, form part or member of the body"),
    ])
}

package enum JSONText {
    /// `value` as compact JSON with members in alphabetical order, so that the same value gives the same bytes.
    package static func encode(_ value: some Encodable) throws(OutOfMemory) -> SecureBytes {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Our own types always encode.
        guard let data = try? encoder.encode(value) else { throw OutOfMemory.unknown }
        return try SecureBytes(copying: data)
    }
}
