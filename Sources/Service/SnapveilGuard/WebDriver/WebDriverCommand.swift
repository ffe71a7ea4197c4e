import HTTPTypes

/// A command of WebDriver whose reply needs more than to be looked through.
///
/// Servers differ in how exactly they match paths, so capitals and a slash at the end do not count. A picture in the reply to any other
/// command is redacted, too, or refused where its policy needs to know what the screen holds.
enum WebDriverCommand: Equatable {
    /// A picture of what a session shows: its window, an element, or all of its page.
    case screenshot(Subject)
    /// The page source of a session.
    case source
    /// The end of a recording of the screen, whose reply has it.
    case recording
    /// Any other command.
    case other

    /// Whether its reply is a picture.
    var isScreenshot: Bool { if case .screenshot = self { true } else { false } }

    /// The kind that it is counted as.
    var kind: GuardedCommand {
        switch self {
        case .screenshot: .screenshot
        case .source: .source
        case .recording: .recording
        case .other: .other
        }
    }

    /// What a picture is of.
    enum Subject: Equatable {
        case window
        /// The reference of an element.
        case element(String)
        case page
    }

    /// Whether a path is one whose reply tells of sessions: a page cannot have it tell anything.
    static func isAboutSessions(_ target: String) -> Bool {
        let parts = target.prefix { $0 != "?" }.lowercased().split(separator: "/")
        return parts.last == "session" || parts.last == "sessions" || parts.dropLast().last == "session"
            || parts.suffix(2) == ["appium", "capabilities"]
    }

    /// The command of a request, and the path of its session without a slash at the end; nil for a path of none.
    static func read(_ method: HTTPRequest.Method, _ target: String) -> (command: WebDriverCommand, session: String?) {
        let path = target.prefix { $0 != "?" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let index = parts.firstIndex(where: { $0.lowercased() == "session" }), index + 1 < parts.count else {
            return (.other, nil)
        }
        let session = "/" + parts[...(index + 1)].joined(separator: "/")
        let rest = parts[(index + 2)...].map { String($0) }
        let words = rest.map { $0.lowercased() }
        if method == .post, words == ["appium", "stop_recording_screen"] { return (.recording, session) }
        guard method == .get else { return (.other, session) }
        if words == ["source"] { return (.source, session) }
        return (subject(of: rest).map(WebDriverCommand.screenshot) ?? .other, session)
    }

    private static func subject(of parts: [String]) -> Subject? {
        switch parts.map({ $0.lowercased() }) {
        case ["screenshot"]: .window
        // Chromedriver lays out the page anew for its /screenshot/full, so that no box is where it was.
        case ["moz", "screenshot", "full"]: .page
        case let words where words.count == 3 && words[0] == "element" && words[2] == "screenshot": .element(parts[1])
        default: nil
        }
    }
}
