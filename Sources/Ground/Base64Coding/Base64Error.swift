/// Why a text is not base64, and at which byte, counted from 0.
public enum Base64Error: Error, Equatable {
    /// The text is a `data:` URL.
    case dataURL
    /// A line break where none may be, or something else where one has to be.
    case lineBreak(offset: Int)
    /// A character of base64url (RFC 4648, section 5).
    case base64URL(Unicode.Scalar, offset: Int)
    /// A byte that base64 has no use for.
    case invalidByte(UInt8, offset: Int)
    /// Padding before the end, or too much of it.
    case misplacedPadding(offset: Int)
    /// A text whose length is not a multiple of four: cut off, or without its padding.
    case incomplete(byteCount: Int)
    /// Bits after the last byte that are not zero, so that two texts would stand for the same bytes.
    case nonZeroTrailingBits(offset: Int)
    /// The memory for the result could not be had.
    case outOfMemory(byteCount: Int)
    /// Nobody waits for the bytes any more; the text may be in order.
    case cancelled
}

extension Base64Error: CustomStringConvertible {
    /// What is wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .dataURL:
            "this is a data: URL; send only the base64 text that follows its comma"
        case .lineBreak(let offset):
            "the lines of the base64 text are uneven at offset \(offset); send it in one line, or in lines of the same length, a "
                + "multiple of 4 and 76 at most, all ended by LF or all by CRLF"
        case .base64URL(let character, let offset):
            "\"\(character)\" at offset \(offset) belongs to base64url; send standard base64, which has \"+\" and \"/\""
        case .invalidByte(let byte, let offset):
            "\(Self.describe(byte)) at offset \(offset) is not a character of base64"
        case .misplacedPadding(let offset):
            "the \"=\" at offset \(offset) is not at the end, or is one too many"
        case .incomplete(let byteCount):
            "the base64 text has \(byteCount) characters, which is not a multiple of 4; "
                + "it is cut off, or its padding with \"=\" is missing"
        case .nonZeroTrailingBits(let offset):
            "the character at offset \(offset) has bits that no byte uses and that have to be zero; the text may be cut off"
        case .outOfMemory(let byteCount):
            "\(byteCount) bytes of memory could not be allocated"
        case .cancelled:
            "the work was cancelled"
        }
    }

    private static func describe(_ byte: UInt8) -> String {
        guard !(0x21...0x7E).contains(byte) else { return "\"\(Unicode.Scalar(byte))\"" }
        return "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
