/// Why a stream of LZFSE did not decode.
enum LZFSEError: Error, Equatable {
    /// The stream ends before its end mark.
    case truncated
    /// The stream breaks a rule of the format.
    case malformed
    /// The stream holds more bytes than were expected.
    case tooLong
    /// Nobody waits for the bytes any more.
    case cancelled
}
