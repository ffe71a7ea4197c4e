public import SecureMemory

/// A hierarchy as it is given back with a redacted snapshot: without what covered elements say.
public struct PageSource: Sendable {
    /// The text of the hierarchy in well-formed UTF-8.
    public let bytes: SecureBytes
    /// The media type of ``bytes``: `application/json` for boxes of Playwright, `application/xml` for a page source.
    public let mediaType: String
}
