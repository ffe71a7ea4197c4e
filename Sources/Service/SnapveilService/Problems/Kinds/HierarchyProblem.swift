import HTTPTypes

/// What can be wrong with a hierarchy, or with the elements that a policy names.
enum HierarchyProblem: String, ProblemTopic {
    case missing = "hierarchy-missing"
    case unused = "hierarchy-unused"
    case malformed = "hierarchy-malformed"
    case invalid = "hierarchy-invalid"
    case tooLarge = "hierarchy-too-large"
    case tooComplex = "hierarchy-too-complex"
    case misplaced = "hierarchy-misplaced"
    case elementsUndecided = "elements-undecided"
    case elementUnplaceable = "element-unplaceable"

    static let heading = "The hierarchy"

    var definition: ProblemDefinition {
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
