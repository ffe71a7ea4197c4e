/// The kinds of page sources, whichever platform they are of.
public enum SourceKind: String, Sendable, CaseIterable {
    /// The XML of Appium, WebDriverAgent or UiAutomator.
    case xml
    /// The boxes of a page, which a harness collects.
    case boxes
    /// The tree of Maestro's `hierarchy`, and of the steps in its reports.
    case maestro
    /// A state of droidbot: a flat list of views.
    case droidbot
    /// The tree of WebDriverAgent's `/source?format=json`.
    case webDriverAgent
    /// The view hierarchy that Sentry attaches to events.
    case sentry

    /// The notation of a text.
    public enum Notation: Sendable {
        /// Elements in tags.
        case xml
        /// Objects, arrays and strings.
        case json
    }

    /// The notation of sources of this kind.
    public var notation: Notation { self == .xml ? .xml : .json }

    /// Whether the texts of elements are left out, so that any of them may show one.
    var omitsTexts: Bool { self == .sentry }

    /// Whether edges are cut off to whole units, so that an element may reach up to one unit beyond its frame.
    func truncatesEdges(in format: HierarchyFormat) -> Bool { self == .maestro && format == .xcuiTest }

    /// Whether the types of elements are left out, and only their texts say what they are.
    func omitsTypes(in format: HierarchyFormat) -> Bool { self == .maestro && format == .xcuiTest }
}
