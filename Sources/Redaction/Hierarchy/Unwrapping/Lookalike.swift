import SecureMemory

/// Text or picture that is often sent instead of a page source.
public enum Lookalike: Sendable, Equatable, CaseIterable {
    /// Nothing: no byte, or white space alone.
    case nothing
    /// A picture, or its base64.
    case picture
    /// The HTML of a page.
    case page
    /// A page's accessibility tree as Playwright's `ariaSnapshot()` writes it.
    case ariaSnapshot
    /// Maestro's tree of a web page.
    case maestroPage
    /// The text of WebDriverAgent's `/source?format=description`, which is XCUITest's `debugDescription`.
    case webDriverAgentDescription
    /// A tree in JSON of browser or Flutter developer tools.
    case inspectorTree
    /// A reply of WebDriver with an error.
    case failedReply
    /// The messages of `uiautomator dump` without the XML: an error, or the path of the file.
    case dumpMessage
}

extension Lookalike: CustomStringConvertible {
    /// The apparent kind of the text, and the advice, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .nothing: "the page source is empty"
        case .picture: "this is a picture; send the page source, or the boxes of a page, as `hierarchy`"
        case .page:
            "this is the HTML of a page, which has no places of elements; send the boxes of its locators as JSON"
        case .ariaSnapshot:
            "this looks like an aria snapshot, which has no places of elements; send the boxes of the page's locators as JSON"
        case .maestroPage:
            "this looks like Maestro's tree of a web page, which has no viewport; send the boxes of the page's locators as JSON"
        case .webDriverAgentDescription:
            "this looks like XCUITest's debug description; send the source, as GET /source returns it in XML or with format=json"
        case .inspectorTree:
            "this looks like a tree of developer tools; send the page source of an app, or the boxes of a page's locators as JSON"
        case .failedReply: "this is a WebDriver reply with an error, without a page source"
        case .dumpMessage:
            "this is a message of uiautomator dump without the XML; send the output of adb exec-out uiautomator dump /dev/tty"
        }
    }
}

extension Lookalike {
    /// The lookalike with the first bytes of `text`, which has no white space in front; nil if they may be of a page source.
    init?(startOf text: UnsafeRawBufferPointer) {
        guard !text.isEmpty else {
            self = .nothing
            return
        }
        let start = Array(text.prefix(32).lowercasedASCII)
        guard let found = Self.starts.first(where: { start.starts(with: $0.bytes) }) else { return nil }
        self = found.lookalike
    }

    private static let starts: [(bytes: [UInt8], lookalike: Lookalike)] = {
        let texts: [(String, Lookalike)] = [
            ("<!doctype html", .page), ("<html", .page), ("<head>", .page), ("<body", .page),
            ("- ", .ariaSnapshot),
            ("attributes: application", .webDriverAgentDescription), ("element subtree:", .webDriverAgentDescription),
            ("→application", .webDriverAgentDescription),
            ("error: ", .dumpMessage),
            ("data:image/", .picture), ("ivborw0kggo", .picture), ("/9j/", .picture),
        ]
        let messages = dumpMessageStarts.map { ($0.lowercased(), Lookalike.dumpMessage) }
        // PNG, JPEG, GIF and WebP, in which capitals are small letters as above.
        let pictures: [[UInt8]] = [
            [0x89, 0x70, 0x6E, 0x67], [0xFF, 0xD8, 0xFF], Array("gif8".utf8), Array("riff".utf8),
        ]
        return (texts + messages).map { (Array($0.utf8), $1) } + pictures.map { ($0, .picture) }
    }()

    /// The lookalike of `json`, an object that is no page source, by the names of its members and those of its member `value`.
    init?(tree json: UnsafeRawBufferPointer) {
        var names = MemberNames(of: json)
        if let value = names.value {
            names.formUnion(MemberNames(of: UnsafeRawBufferPointer(rebasing: json[value])))
        }
        if names.holds(["error", "message"]) {
            self = .failedReply
        } else if ["children", "nodes", "documents", "root", "result"].contains(where: { names.holds([$0]) }) {
            self = .inspectorTree
        } else {
            return nil
        }
    }
}
