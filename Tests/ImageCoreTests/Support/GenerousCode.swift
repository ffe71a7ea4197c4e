import ImageCore

/// The one respect in which our reader takes files that libpng refuses: codes within the compressed data that no
/// compressor writes, which zlib refuses and libdeflate reads. The names are zlib's messages.
///
/// The stream is whole all the same, has the length that the header asks for and the Adler-32 that it states.
enum GenerousCode: String, CaseIterable {
    /// Of a code with one symbol, the bit that stands for nothing is read as that symbol; or 30 and 31 are read as 29.
    case distance = "invalid distance code"
    /// The symbols 286 and 287 are read as 285.
    case literal = "invalid literal/length code"
    /// A run of lengths may go beyond the last symbol.
    case repetition = "invalid bit length repeat"
    /// Symbols that do not exist may have a length.
    case symbols = "too many length or distance symbols"

    /// The one for which libpng refuses a file with `error`.
    init?(_ error: DecodingError) {
        let prefix = "libpng: IDAT: "
        guard case .corrupt(let message) = error, message.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(message.dropFirst(prefix.count)))
    }
}
