/// Bounds on a request apart from its body, so that no sender can make the parser hold much.
///
/// All are checked while the bytes arrive, before more memory is taken. The line ends, CR LF, are not counted.
public struct MessageLimits: Sendable, Hashable {
    /// Bytes of the request line: 8 KiB (RFC 9112, section 3, asks for at least 8000). Beyond: 414.
    public var requestLineBytes = 8 * 1024

    /// Bytes of one field line, name, colon and value: 8 KiB. Beyond: 431.
    public var fieldLineBytes = 8 * 1024

    /// Bytes of all field lines of a head together: 16 KiB. Beyond: 431.
    public var fieldSectionBytes = 16 * 1024

    /// Field lines of a head: 100. Beyond: 431.
    public var fieldCount = 100

    /// Bytes of one chunk line, size and extensions: 256. Beyond: 400.
    public var chunkLineBytes = 256

    /// Bytes of all chunk extensions of a message together: 4 KiB. Beyond: 400 (RFC 9112, section 7.1.1, asks for a bound).
    public var chunkExtensionBytes = 4 * 1024

    /// Bytes of all trailer field lines together: 4 KiB. Beyond: 431.
    public var trailerSectionBytes = 4 * 1024

    /// Trailer field lines: 16. Beyond: 431.
    public var trailerCount = 16

    /// The default bounds, which suit a server that is reached through a proxy or directly.
    public init() {}
}
