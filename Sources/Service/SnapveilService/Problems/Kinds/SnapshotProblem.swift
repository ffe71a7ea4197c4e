import HTTPTypes
import ImageCore

/// What can be wrong with a snapshot.
enum SnapshotProblem: String, ProblemTopic {
    case empty = "snapshot-empty"
    case missing = "snapshot-missing"
    case unsupported = "snapshot-unsupported"
    case tooLarge = "snapshot-too-large"
    case corrupt = "snapshot-corrupt"
    case undecided = "snapshot-undecided"
    case outputImpossible = "output-impossible"

    static let heading = "The snapshot"

    var definition: ProblemDefinition {
        switch self {
        case .empty:
            ProblemDefinition(
                .badRequest,
                "There is no snapshot",
                meaning: "there is no snapshot",
                remedy: "send the file as the body: `curl --data-binary @shot.png`"
            )
        case .missing:
            ProblemDefinition(
                .unprocessableContent,
                "The form has no snapshot",
                meaning: "the form has no part `image`",
                remedy: "name the part with the snapshot `image`",
                guide: "Requests#Bodies"
            )
        case .unsupported:
            ProblemDefinition(
                .unsupportedMediaType,
                "The snapshot is of a kind that is not read",
                meaning:
                    "no \(ImageFormat.names) by its own bytes; animated, or a JPEG that is arithmetic-coded, lossless, "
                    + "hierarchical or of 12 bits",
                remedy: "convert it to an ordinary PNG or JPEG"
            )
        case .tooLarge:
            ProblemDefinition(
                .contentTooLarge,
                "The snapshot is too large",
                meaning:
                    "more than 50 megapixels or 16 384 pixels an edge (by default), or more memory than all pictures "
                    + "may have",
                remedy: "send a smaller one, or raise `--max-pixels`, `--max-edge` or `--max-work-bytes` of the server"
            )
        case .corrupt:
            ProblemDefinition(
                .unprocessableContent,
                "The snapshot does not decode",
                meaning: "it does not decode: it is damaged or cut off",
                remedy: "send it again, whole; nothing is shown of half a picture"
            )
        case .undecided:
            ProblemDefinition(
                .unprocessableContent,
                "The snapshot can be read in several ways",
                meaning: "an ATX names no order of its blocks, and the pixels that no rule covers do not settle it",
                remedy: "send the screenshot as a PNG, or cover the whole screen with one rule",
                guide: "Security#Guesses-of-readers"
            )
        case .outputImpossible:
            ProblemDefinition(
                .unprocessableContent,
                "The result cannot be written in this format",
                meaning: "the result cannot be written in this format: an edge is too long for it",
                remedy: "ask for `format=png`"
            )
        }
    }
}
