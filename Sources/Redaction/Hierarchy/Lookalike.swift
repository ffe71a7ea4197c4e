/// What is often sent where a page source is due, and is none.
public enum Lookalike: Sendable, Equatable, CaseIterable {
    /// Nothing: no byte, or white space alone.
    case nothing
    /// A picture, or its base64.
    case picture
    /// The HTML of a page.
    case page
    /// A page's accessibility tree as Playwright's `ariaSnapshot()` writes it.
    case ariaSnapshot
    /// The JSON of WebDriverAgent's `/source?format=json`.
    case webDriverAgentTree
    /// The text of WebDriverAgent's `/source?format=description`, which is XCUITest's `debugDescription`.
    case webDriverAgentDescription
    /// A tree in JSON of browser or Flutter developer tools.
    case inspectorTree
    /// A reply of WebDriver that tells of an error.
    case failedReply
    /// What `uiautomator dump` says besides the XML: an error, or where it went.
    case dumpMessage
}

extension Lookalike: CustomStringConvertible {
    /// What was sent, and what to send instead, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .nothing: "there is no page source: nothing was sent"
        case .picture: "this is a picture; send the page source, or the boxes of a page, as the hierarchy"
        case .page:
            "this is the HTML of a page, which does not tell where anything is; send the boxes of its locators as JSON"
        case .ariaSnapshot:
            "this looks like an aria snapshot, which does not tell where anything is; send the boxes of the page's locators as JSON"
        case .webDriverAgentTree:
            "this looks like the JSON of WebDriverAgent; send its XML source, as GET /source gives it without a format"
        case .webDriverAgentDescription:
            "this looks like XCUITest's debug description; send the XML source, as GET /source gives it without a format"
        case .inspectorTree:
            "this looks like a tree of developer tools; send the XML page source of an app, or the boxes of a page's locators as JSON"
        case .failedReply: "this is a reply of WebDriver that tells of an error; there is no page source in it"
        case .dumpMessage:
            "this is a message of uiautomator dump without the XML; send what adb exec-out uiautomator dump /dev/tty prints"
        }
    }
}
