import BoundedWork
import SecureMemory
import TextAlgorithms

extension JSONParser {
    /// Reads a string: finds its end, checks its UTF-8 and its escapes, and leaves them where they are.
    mutating func parseString() throws(JSONSyntaxError) -> JSONString {
        offset += 1
        let start = offset
        var hasEscapes = false
        var nextQuestion = start
        while true {
            if offset >= nextQuestion {
                guard !cancellation.isCancelled else { throw failure(.cancelled) }
                nextQuestion = offset + Self.bytesOfStep
            }
            skipPlainText(upTo: min(nextQuestion, bytes.count))
            switch next {
            case nil:
                throw failure(.unterminatedString)
            case UInt8(ascii: "\""):
                let escaped = source[start..<offset]
                offset += 1
                return JSONString(unchecked: escaped, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case let byte? where byte < 0x20:
                throw failure(.controlCharacter(Unicode.Scalar(byte)))
            default:
                guard let next = UTF8Scalars.decode(at: offset, in: bytes) else { throw failure(.invalidUTF8) }
                offset += next.byteCount
            }
        }
    }

    private mutating func skipEscape() throws(JSONSyntaxError) {
        switch JSONEscapes.check(at: offset, in: bytes) {
        case .valid(let count): offset += count
        case .loneSurrogate: throw failure(.loneSurrogate)
        case .invalid: throw failure(offset + 1 < bytes.count ? .invalidEscape : .unterminatedString)
        }
    }

    /// Bytes of a string between two checks of the cancellation.
    private static let bytesOfStep = 1 << 20

    /// Passes ASCII that stands for itself, eight bytes at a time: most of an upload is one base64 string.
    private mutating func skipPlainText(upTo end: Int) {
        while offset + 8 <= end {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let marks = Self.marks(in: word)
            guard marks == 0 else {
                offset += marks.trailingZeroBitCount / 8
                return
            }
            offset += 8
        }
        while offset < end, let byte = next, byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""),
            byte != UInt8(ascii: "\\")
        {
            offset += 1
        }
    }

    /// Sets the top bit of each byte of `word` that is a quotation mark, a backslash, below 0x20 or above 0x7F.
    ///
    /// A borrow may set the bit of a byte too many, but only above one that is rightly set, so the lowest is exact.
    private static func marks(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let topBits: UInt64 = ones &* 0x80
        let belowSpace = (word &- ones &* 0x20) & ~word
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let isQuote = (quotes &- ones) & ~quotes
        let isBackslash = (backslashes &- ones) & ~backslashes
        return (word | belowSpace | isQuote | isBackslash) & topBits
    }
}
