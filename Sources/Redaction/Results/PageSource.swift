public import SecureMemory

/// A hierarchy as it is given back.
public struct PageSource: Sendable {
    /// Well-formed UTF-8.
    public let bytes: SecureBytes
    /// `application/xml` or `application/json`.
    public let mediaType: String
}
