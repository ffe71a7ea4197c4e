import Artefacts
import BoundedWork
import HTTPTypes
import Hierarchy
import ImageCore
import Redaction
import StrictJSON

/// The errors of redaction over HTTP.
extension Problem {
    init(_ error: RedactionError) {
        switch error {
        case .decoding(let error): self.init(error)
        case .policy(let error): self.init(error)
        case .hierarchy(let error): self.init(error)
        case .source(.tooMuchWork): self = .hierarchy(.tooComplex, "\(error)")
        case .outOfMemory, .cancelled, .encoding(.codec), .encoding(.cancelled), .source(.outOfMemory),
            .source(.cancelled):
            self = .overloaded()
        case .tooExpensive: self = .tooExpensive(.looking)
        case .encoding(.edgeTooLong): self.init(SnapshotProblem.outputImpossible, "\(error)".asSentence)
        }
    }

    init(_ failure: ContentFailure) {
        switch failure {
        case .refused(let reason): self.init(ArtefactProblem.refused, reason.asSentence)
        case .unfinished(.spent): self = .tooExpensive(.searching)
        case .unfinished: self = .overloaded()
        }
    }

    init(_ error: DecodingError) {
        let kind: SnapshotProblem
        switch error {
        case .empty: kind = .empty
        case .unsupported: kind = .unsupported
        case .edgeTooLong, .tooManyPixels: kind = .tooLarge
        case .corrupt: kind = .corrupt
        case .undecided: kind = .undecided
        case .outOfMemory, .cancelled:
            self = .overloaded()
            return
        }
        self.init(kind, "\(error)".asSentence)
    }

    init(_ error: HierarchyError) {
        switch error.reason {
        case .outOfMemory, .cancelled: self = .overloaded()
        case .tooLarge: self = .hierarchy(.tooLarge, "\(error)")
        case .tooDeep, .tooManyElements, .tooManyAttributes, .noElements, .malformedFrame, .malformedScreen:
            self = .hierarchy(.invalid, "\(error)")
        case .unknownFormat, .lookalike, .nestedReply, .unknownRoot, .notUTF8, .unknownEncoding, .ambiguousEncoding,
            .malformedText, .documentType, .strayContent, .malformedXML, .malformedJSON:
            self = .hierarchy(.malformed, "\(error)")
        }
    }

    private static func hierarchy(_ kind: HierarchyProblem, _ detail: String) -> Problem {
        Problem(kind, detail.asSentence, parameter: "hierarchy")
    }

    init(_ error: PolicyError) {
        let isSyntax = if case .syntax = error { true } else { false }
        let parameter: String? =
            switch error {
            case .hierarchyMissing, .hierarchyUnused, .hierarchyMisplaced: "hierarchy"
            case .scaleMissing, .scaleConflict: "scale"
            default: nil
            }
        self.init(
            error.kind,
            "\(error)".asSentence,
            next: error.saysWhatToDo ? .said : .ofKind,
            // A policy that is not JSON has no places yet.
            pointer: isSyntax ? nil : error.pointer?.description,
            parameter: parameter
        )
    }

    init(_ error: ShorthandError) {
        self = .parameter(error.parameter, error.message)
    }
}

extension PolicyError {
    fileprivate var kind: ProblemKind {
        PolicyProblem(rawValue: code).map { ProblemKind($0) } ?? HierarchyProblem(rawValue: code).map {
            ProblemKind($0)
        }
            ?? ProblemKind(PolicyProblem.invalid)
    }

    /// Whether the sentence of the error names the remedy already.
    fileprivate var saysWhatToDo: Bool {
        switch self {
        case .tooFewMatches(_, 0, 1), .elementUnplaceable, .elementsUndecided, .tooMuchWork,
            .hierarchyMisplaced(.scaleUnknown), .hierarchyMisplaced(.severalDisplays):
            true
        default: false
        }
    }
}

extension String {
    /// The sentence of an error, with a first capital and a full stop.
    fileprivate var asSentence: String { "\(self).".capitalizedFirst }
}
