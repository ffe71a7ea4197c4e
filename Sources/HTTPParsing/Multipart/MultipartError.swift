/// Why a body is no form, or one that could be read in two ways.
public enum MultipartError: Error, Equatable {
    /// The request's `Content-Type` is something else; the type and subtype that it names.
    case notFormData(String)
    /// The request's `Content-Type` names no boundary.
    case missingBoundary
    /// The boundary is not one that RFC 2046 allows.
    case invalidBoundary
    /// The body does not start with the delimiter.
    case missingFirstDelimiter
    /// A line begins with a delimiter and goes on. It stands behind the part of this number, counted from 1; 0 for the
    /// first delimiter of all.
    case malformedDelimiter(afterPart: Int)
    /// The line before the delimiter that ends this part ends with a line feed alone.
    case lineFeedAlone(part: Int)
    /// The body ends before the closing delimiter; it may be cut off.
    case missingClosingDelimiter
    /// Something follows the closing delimiter.
    case bytesAfterEnd
    /// The form has no part.
    case noParts
    /// The form has more parts than the limit.
    case tooManyParts(limit: Int)
    /// Nobody waits for the form any more; the body may be in order.
    case cancelled
    /// One part is at fault: the one of this number, counted from 1, and of this name, if that could be read.
    case part(number: Int, name: String?, PartFault)

    /// The things that can be wrong with one part.
    public enum PartFault: Error, Equatable {
        /// The headers are longer than the limit, or do not end.
        case headersTooLong(limit: Int)
        /// A header line that does not follow the grammar, or does not end with CRLF; counted from 1.
        case malformedHeader(line: Int)
        /// A header that may stand only once; its name in lower case.
        case repeatedHeader(String)
        /// There is no `Content-Disposition`.
        case missingDisposition
        /// The `Content-Disposition` does not follow the grammar from this byte of its value on, counted from 0.
        case malformedDisposition(offset: Int)
        /// The `Content-Disposition` is another than `form-data`.
        case notFormData
        /// The `Content-Disposition` has two parameters of this name.
        case repeatedParameter(String)
        /// The `Content-Disposition` has a `name*`.
        case extendedName
        /// The `Content-Disposition` has no name, or an empty one.
        case missingName
        /// The name holds a backslash.
        case backslashInName
        /// The name is longer than the limit.
        case nameTooLong(limit: Int)
        /// An earlier part has the same name.
        case repeatedName
        /// The `Content-Type` cannot be read.
        case malformedContentType
        /// The content is in another `Content-Transfer-Encoding` than `7bit`, `8bit` or `binary`.
        case transferEncoded
    }
}
