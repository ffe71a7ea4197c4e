/// What the sharp detail of a picture looks like: nothing, a notice as privacy screens and splashes show it, or an interface.
///
/// A notice is a logo or an icon, and a few lines below it, all in the middle of much that is empty. Whatever is more than
/// that counts as an interface.
enum Layout: Equatable, Sendable {
    /// There is nothing, but for what the system draws at the edges.
    case bare
    /// There is a logo or an icon, but no text.
    case logo
    /// There is a notice with text.
    case message
    /// There is more; what gave it away.
    case interface(Sign)

    /// What does not belong to a notice.
    enum Sign: String, Sendable {
        case face = "a face"
        case code = "a code"
        case crowd = "many parts"
        case edge = "something at an edge"
        case offCenter = "something beside the middle"
        case wide = "something as wide as the screen"
        case spread = "parts far from each other"
        case control = "text within a shape, as in a button or a field"
        case value = "text with digits or an address"
        case length = "much text"
        case picture = "something large"
        case unread = "detail that may be text, which was not looked for"
    }
}

extension Layout {
    /// Whether it is that of an app.
    var isInterface: Bool {
        if case .interface = self { true } else { false }
    }

    /// Whether what is sharp may be the cells of a mosaic. A face or a code shows through none.
    var mayBeMosaic: Bool {
        switch self {
        case .bare, .interface(.face), .interface(.code): false
        case .logo, .message, .interface: true
        }
    }
}
