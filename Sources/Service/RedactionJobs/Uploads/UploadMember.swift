import Hierarchy
import ImageCore
import Redaction
package import StrictJSON

/// The members of a JSON body and the parts of a form. Every other part of a form is a picture that a style names; in JSON
/// these are the members of `assets`.
package enum UploadMember: String, CaseIterable {
    case image
    case policy
    case hierarchy
    case units
    case scale
    case assets

    /// Counts of pictures in a JSON body.
    package static let assetCount = 0...32

    /// The parts of a form besides the pictures for styles.
    package static let parts = allCases.filter { $0 != .assets }

    package var help: String {
        switch self {
        case .image:
            "The snapshot, a \(ImageFormat.names), or an artefact: a zip or tar archive, gzip, Zstandard, in a form also a text."
        case .policy: "The policy: an object, or the name of a policy of the server."
        case .hierarchy: "The page source of the screen, for policies that name elements."
        case .units: "Unit of the regions of the query, like the parameter of the same name."
        case .scale: "Pixels for each point, like the parameter of the same name."
        case .assets: "Assets that styles name, each in base64."
        }
    }

    package var schema: JSONSchema {
        let schema: JSONSchema =
            switch self {
            case .image: .base64
            case .policy: .any(of: [.reference(to: "Policy"), .string])
            case .hierarchy:
                .any(of: [
                    .string, .reference(to: "Page"), .array(of: .reference(to: "Box")),
                    JSONSchema([
                        "type": "object", "allOf": [["anyOf": .array(Self.sourceMembers.map(Self.requirement))]],
                    ]),
                ])
            case .units, .scale: PolicyShorthand.parameters.first { $0.name == rawValue }?.schema ?? .string
            case .assets:
                JSONSchema([
                    "type": "object", "additionalProperties": JSONSchema.base64.tree,
                    "maxProperties": .number(Double(Self.assetCount.upperBound)),
                ])
            }
        return schema.described(help)
    }

    /// The members of a page source that is an object but no page: a tree, or the reply of a driver that holds a page source.
    private static let sourceMembers = SourceKind.marks.map(\.members) + [[WebDriverMember.value.rawValue]]

    private static func requirement(_ members: [String]) -> JSONTree {
        ["required": .array(members.map { .string($0) })]
    }

    package var partSchema: JSONSchema {
        let schema: JSONSchema =
            switch self {
            case .image, .assets: .binary
            case .policy, .hierarchy: .string
            case .units, .scale: schema
            }
        return schema.described(help)
    }
}

/// The members of WebDriver's reply to its screenshot command.
package enum WebDriverMember: String, CaseIterable {
    case value
    case sessionId
    case status

    package var schema: JSONSchema {
        switch self {
        case .value: .base64.described("The snapshot.")
        case .sessionId, .status: JSONSchema([:]).described("Ignored.")
        }
    }
}

extension JSONSchema {
    package static let base64 = JSONSchema(["type": "string", "contentEncoding": "base64"])
    package static let binary = JSONSchema(["type": "string", "format": "binary"])
}
