public import Redaction
public import SecureMemory

/// Redaction of the pictures in an artefact.
public protocol PictureRedactor: Sendable {
    /// Whether a page source says what is covered.
    var takesSources: Bool { get }

    /// The picture without what is sensitive.
    ///
    /// - Parameters:
    ///   - source: Its page source, if one lies beside it.
    ///   - secrets: The search for the secrets of the artefact, for pictures in which text is read; nil if there are none.
    func redact(
        _ picture: SecureBytes,
        source: SecureBytes?,
        secrets: KnownTextSearch?
    ) throws(ContentFailure) -> RedactedPicture

    /// A picture that was redacted before, with more places covered.
    func cover(_ places: [Places.Place], of picture: SecureBytes) throws(ContentFailure) -> SecureBytes
}

/// A picture without what is sensitive.
public struct RedactedPicture: Sendable {
    /// The whole file.
    public let image: SecureBytes
    /// Its page source without what is covered; nil if there was none.
    public let source: SecureBytes?
    /// The places of its text.
    public let text: SeenText
    /// What is sensitive in it, of a picture that is only looked at; nil for one that was redacted.
    public let report: CheckReport?

    /// A picture that was redacted; see the properties of the same names.
    public init(_ image: SecureBytes, source: SecureBytes? = nil, text: SeenText = SeenText()) {
        (self.image, self.source, self.text, report) = (image, source, text, nil)
    }

    /// A picture that was looked at, and stays as it is.
    public init(_ image: SecureBytes, source: SecureBytes?, report: CheckReport) {
        (self.image, self.source, self.report, text) = (image, source, report, SeenText())
    }
}
