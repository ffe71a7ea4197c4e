public import SecureMemory

/// What a guard has to know of a message of WebDriver BiDi to take a picture between two looks at its page. Places are of JSON as it is
/// written, strings with their quotation marks.
public struct BiDiOutline: Sendable, Equatable {
    /// The part of a page that a picture is of.
    public enum Subject: UInt8, Sendable {
        case window
        /// All of the page.
        case page
        /// An element, whose reference is ``element``.
        case element
        /// A part that only coordinates tell.
        case other
    }

    /// The number of the message.
    public var id: Range<Int>?
    /// What a command takes a picture of; nil for any other message.
    public var subject: Subject?
    /// The page that a picture is of.
    public var context: Range<Int>?
    /// The reference of the element that a picture is of.
    public var element: Range<Int>?
    /// The text that a script returned; nil for any other result.
    public var text: Range<Int>?

    /// An outline in which nothing stands.
    public init() {}

    /// The outline of a message, up to where it is malformed.
    public init(of message: SecureBytes) {
        message.withUnsafeBytes { bytes in
            var walk = MemberWalk(bytes)
            var words: [String: String] = [:]
            var hasClip = false
            while let member = walk.next() {
                switch member.path {
                case ["id"]: id = member.value
                case ["method"], ["params", "origin"], ["type"], ["result", "type"], ["result", "result", "type"]:
                    words[member.path.joined(separator: ".")] = member.value.map { walk.text(of: $0) }
                case ["params", "context"]: context = member.value
                case ["params", "clip"]: hasClip = member.value.map { walk.text(of: $0) != "null" } ?? true
                case ["params", "clip", "element", "sharedId"]: element = member.value
                case ["result", "result", "value"]: text = member.value
                default: break
                }
            }
            let isResult = words["type"] == "success" && words["result.type"] == "success"
            if !isResult || words["result.result.type"] != "string" { text = nil }
            guard words["method"] == "browsingContext.captureScreenshot" else { return }
            let isPage = words["params.origin"] == "document"
            subject = hasClip ? (element == nil || isPage ? .other : .element) : isPage ? .page : .window
        }
    }
}
