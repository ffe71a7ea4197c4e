import HTTPTypes
import Hierarchy
import ImageCore
import Redaction
import StrictJSON

/// What each way to fail means over HTTP.
extension Problem {
    /// The snapshot was not redacted.
    init(_ error: RedactionError) {
        switch error {
        case .decoding(let error): self.init(error)
        case .policy(let error): self.init(error)
        case .hierarchy(let error): self.init(error)
        case .source(.tooMuchWork):
            self = .hierarchy(.unprocessableContent, "hierarchy-too-complex", "\(error)")
        case .outOfMemory, .cancelled, .encoding(.codec), .encoding(.cancelled), .source(.outOfMemory),
            .source(.cancelled):
            self = .overloaded()
        case .encoding(.edgeTooLong):
            self.init(
                status: .unprocessableContent,
                code: "output-impossible",
                title: "The result cannot be written in this format",
                detail: "\(error).".capitalizedFirst
            )
        }
    }

    /// The snapshot does not decode.
    init(_ error: DecodingError) {
        let (status, code, title): (HTTPResponse.Status, String, String) =
            switch error {
            case .empty: (.badRequest, "snapshot-empty", "There is no snapshot")
            case .unsupported:
                (.unsupportedMediaType, "snapshot-unsupported", "The snapshot is of a kind that is not read")
            case .edgeTooLong, .tooManyPixels: (.contentTooLarge, "snapshot-too-large", "The snapshot is too large")
            case .corrupt: (.unprocessableContent, "snapshot-corrupt", "The snapshot does not decode")
            case .outOfMemory, .cancelled:
                (.serviceUnavailable, "overloaded", "The server has all the work that it takes")
            }
        self.init(
            status: status,
            code: code,
            title: title,
            detail: "\(error).".capitalizedFirst,
            fields: status == .serviceUnavailable ? [.retryAfter: "1"] : [:]
        )
    }

    /// The hierarchy cannot be read.
    init(_ error: HierarchyError) {
        switch error.reason {
        case .outOfMemory, .cancelled: self = .overloaded()
        case .tooLarge: self = .hierarchy(.contentTooLarge, "hierarchy-too-large", "\(error)")
        case .tooDeep, .tooManyElements, .tooManyAttributes, .noElements, .malformedFrame, .malformedScreen:
            self = .hierarchy(.unprocessableContent, "hierarchy-invalid", "\(error)")
        case .unknownFormat, .lookalike, .nestedReply, .unknownRoot, .notUTF8, .unknownEncoding, .ambiguousEncoding,
            .malformedText, .documentType, .strayContent, .malformedXML, .malformedJSON:
            self = .hierarchy(.badRequest, "hierarchy-malformed", "\(error)")
        }
    }

    private static func hierarchy(_ status: HTTPResponse.Status, _ code: String, _ detail: String) -> Problem {
        Problem(
            status: status,
            code: code,
            title: "The hierarchy cannot be used",
            detail: "\(detail).".capitalizedFirst,
            parameter: "hierarchy"
        )
    }

    /// The policy cannot be carried out.
    init(_ error: PolicyError) {
        let isSyntax = if case .syntax = error { true } else { false }
        let pointer = error.pointer.map(\.description)
        let parameter: String? =
            switch error {
            case .hierarchyMissing, .hierarchyUnused, .hierarchyMisplaced: "hierarchy"
            case .scaleMissing, .scaleConflict: "scale"
            default: nil
            }
        self.init(
            status: isSyntax ? .badRequest : .unprocessableContent,
            code: error.code,
            title: error.title,
            detail: "\(error).".capitalizedFirst,
            pointer: isSyntax ? nil : pointer,
            parameter: parameter
        )
    }

    /// The query does not make a policy.
    init(_ error: ShorthandError) {
        self = .parameter(error.parameter, error.message)
    }
}

extension PolicyError {
    /// What this kind of problem is, in a few words.
    fileprivate var title: String {
        switch self {
        case .syntax: "The policy is not JSON"
        case .invalid: "The policy is not valid"
        case .assuranceTooWeak: "A style is weaker than the minimum assurance"
        case .regionsMissing: "The policy needs regions"
        case .regionsNotTaken: "The policy takes no regions"
        case .unitFixed: "The regions are in other units than the policy"
        case .scaleMissing: "The scale is missing"
        case .scaleConflict: "The policy is for another scale"
        case .regionOutside: "A region lies outside the snapshot"
        case .keepTooSmall: "A kept region is too small"
        case .ruleKept: "A rule would cover nothing"
        case .tooFewMatches: "A rule matched too little"
        case .coverageTooSmall: "The policy would cover too little"
        case .nothingCovered: "Nothing would be covered"
        case .lengthOutOfRange: "A length does not fit the snapshot"
        case .hierarchyMissing: "The policy needs a hierarchy"
        case .hierarchyUnused: "The policy takes no hierarchy"
        case .hierarchyMisplaced: "The hierarchy does not fit the snapshot"
        case .elementsUndecided: "It cannot be found out which elements are meant"
        case .tooMuchWork: "It takes too much work to find out what is covered"
        case .elementUnplaceable: "An element has no frame"
        case .assetMissing: "An asset is missing"
        case .assetInvalid: "An asset cannot be used"
        case .assetUnused: "An asset is not used"
        case .messageImpossible: "A message cannot be drawn"
        }
    }
}

extension String {
    /// With its first letter in upper case, as a sentence begins.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
