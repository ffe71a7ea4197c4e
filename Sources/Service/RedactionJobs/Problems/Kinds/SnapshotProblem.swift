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

    package static let heading = "The hierarchy"

    package var definition: ProblemDefinition {
        switch self {
        case .missing:
            ProblemDefinition(
                .unprocessableContent,
                "The policy needs a hierarchy",
                meaning: "the policy names elements, and there is no hierarchy",
                remedy: "send the page source along, as the part or the member `hierarchy`",
                guide: "Elements"
            )
        case .unused:
            ProblemDefinition(
                .unprocessableContent,
                "The policy takes no hierarchy",
                meaning: "there is a hierarchy, and no target names elements",
                remedy: "leave it out, or name elements in the policy"
            )
        case .malformed:
            ProblemDefinition(
                .badRequest,
                "The hierarchy cannot be read",
                meaning: "it is no hierarchy that is understood, or does not parse",
                remedy: "send the page source as Appium or UiAutomator writes it, or the boxes of a page",
                guide: "Elements#Hierarchies-that-are-understood"
            )
        case .invalid:
            ProblemDefinition(
                .unprocessableContent,
                "The hierarchy cannot be used",
                meaning: "it is too deep, has too many elements or attributes, or none; or a frame cannot be read",
                remedy: "send the source of the screen that the picture shows, as the tool wrote it"
            )
        case .tooLarge:
            ProblemDefinition(
                .contentTooLarge,
                "The hierarchy is too large",
                meaning: "it has too many bytes",
                remedy: "send the source of the one screen that the picture shows"
            )
        case .tooComplex:
            ProblemDefinition(
                .unprocessableContent,
                "The hierarchy is too complex",
                meaning: "to take out what covered elements say takes too much work",
                remedy: "cover fewer texts"
            )
        case .misplaced:
            ProblemDefinition(
                .unprocessableContent,
                "The hierarchy does not fit the snapshot",
                meaning: "it does not fit the snapshot: another screen, a turned one, another scale",
                remedy: "send the source of the moment of the picture, and the scale of its display",
                guide: "Elements#The-scale-is-proven"
            )
        case .elementsUndecided:
            ProblemDefinition(
                .unprocessableContent,
                "It cannot be found out which elements are meant",
                meaning: "to find out which elements are meant takes too much work",
                remedy: "simplify the XPath or the pattern"
            )
        case .elementUnplaceable:
            ProblemDefinition(
                .unprocessableContent,
                "An element has no frame",
                meaning: "a rule matches an element that can be seen and has no frame",
                remedy: "say `\"unplaceable\": \"skip\"` to leave it uncovered"
            )
        }
    }
}
