import HTTPTypes
import ImageCore

/// The kinds of problems with a snapshot.
package enum SnapshotProblem: String, ProblemTopic {
    case empty = "snapshot-empty"
    case missing = "snapshot-missing"
    case unsupported = "snapshot-unsupported"
    case tooLarge = "snapshot-too-large"
    case corrupt = "snapshot-corrupt"
    case undecided = "snapshot-undecided"
    case outputImpossible = "output-impossible"

    package static let heading = "The snapshot"

    package var definition: ProblemDefinition {
        switch self {
        case .empty:
            ProblemDefinition(
                .badRequest,
                "There is no snapshot",
                meaning: "the body is empty",
                remedy: "send the snapshot as the body: `curl --data-binary @shot.png`"
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
                "The format of the snapshot is not supported",
                meaning:
                    "the bytes are no \(ImageFormat.names), or are animated, or are a JPEG that is arithmetic-coded, lossless, "
                    + "hierarchical or of 12 bits",
                remedy: "convert it to an ordinary PNG or JPEG"
            )
        case .tooLarge:
            ProblemDefinition(
                .contentTooLarge,
                "The snapshot is too large",
                meaning:
                    "the snapshot has more than 50 megapixels or 16 384 pixels an edge (by default), or takes more memory than all pictures "
                    + "may have",
                remedy:
                    "send a smaller one, ask for `format=png` where it becomes a WebP, or raise the server's `--max-pixels`, "
                    + "`--max-edge` or `--max-work-bytes`"
            )
        case .corrupt:
            ProblemDefinition(
                .unprocessableContent,
                "The snapshot does not decode",
                meaning: "the snapshot is damaged or cut off",
                remedy: "send the whole snapshot again"
            )
        case .undecided:
            ProblemDefinition(
                .unprocessableContent,
                "The snapshot is ambiguous",
                meaning: "an ATX does not name the order of its blocks, and the uncovered pixels do not settle it",
                remedy: "send the snapshot as a PNG, or cover the whole screen with one rule",
                guide: "Security#Guesses-of-readers"
            )
        case .outputImpossible:
            ProblemDefinition(
                .unprocessableContent,
                "The result cannot be written in this format",
                meaning: "an edge of the result is too long for the format",
                remedy: "ask for `format=png`"
            )
        }
    }
}

/// The kinds of problems with a page source, or with the elements that a policy names.
package enum HierarchyProblem: String, ProblemTopic {
    case missing = "hierarchy-missing"
    case unused = "hierarchy-unused"
    case malformed = "hierarchy-malformed"
    case invalid = "hierarchy-invalid"
    case tooLarge = "hierarchy-too-large"
    case tooComplex = "hierarchy-too-complex"
    case misplaced = "hierarchy-misplaced"
    case elementsUndecided = "elements-undecided"
    case elementUnplaceable = "element-unplaceable"

    package static let heading = "The page source"

    package var definition: ProblemDefinition {
        switch self {
        case .missing:
            ProblemDefinition(
                .unprocessableContent,
                "The policy needs a page source",
                meaning: "the policy names elements, and the request has no page source",
                remedy: "send the page source as the part or the member `hierarchy`",
                guide: "Elements"
            )
        case .unused:
            ProblemDefinition(
                .unprocessableContent,
                "The policy takes no page source",
                meaning: "the request has a page source, and no target of the policy names elements",
                remedy: "leave the page source out, or name elements in the policy"
            )
        case .malformed:
            ProblemDefinition(
                .badRequest,
                "The page source cannot be read",
                meaning: "the page source has an unknown format, or is malformed",
                remedy: "send the page source as the tool writes it, or the boxes of a page",
                guide: "Elements#Hierarchies-that-are-understood"
            )
        case .invalid:
            ProblemDefinition(
                .unprocessableContent,
                "The page source cannot be used",
                meaning: "it is too deep, has too many elements or attributes, or none, or a malformed frame",
                remedy: "send the page source of the screen in the snapshot, as the tool wrote it"
            )
        case .tooLarge:
            ProblemDefinition(
                .contentTooLarge,
                "The page source is too large",
                meaning: "the page source has too many bytes",
                remedy: "send the page source of only the screen in the snapshot"
            )
        case .tooComplex:
            ProblemDefinition(
                .unprocessableContent,
                "The page source is too complex",
                meaning: "taking the texts of covered elements out of the page source takes too much work",
                remedy: "cover fewer elements with text"
            )
        case .misplaced:
            ProblemDefinition(
                .unprocessableContent,
                "The page source does not fit the snapshot",
                meaning: "the page source is of another screen, a turned one or another scale",
                remedy: "take the page source and the snapshot at the same moment, and send the scale of the display",
                guide: "Elements#The-scale-is-proven"
            )
        case .elementsUndecided:
            ProblemDefinition(
                .unprocessableContent,
                "Finding the elements takes too much work",
                meaning: "an XPath, a pattern or a level takes too much work on this page source",
                remedy: "simplify the XPath or the pattern"
            )
        case .elementUnplaceable:
            ProblemDefinition(
                .unprocessableContent,
                "An element has no frame",
                meaning: "a rule matches a visible element without a frame",
                remedy: "set `\"unplaceable\": \"skip\"` to leave it uncovered"
            )
        }
    }
}
