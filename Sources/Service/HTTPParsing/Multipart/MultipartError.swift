import BoundedWork

/// The reason why a body is no form, or one that could be read in two ways.
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

    /// The faults of one part.
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

extension MultipartError: CustomStringConvertible {
    /// The fault, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .notFormData(let type): "the body is \(QuotedText.quoting(type)), not multipart/form-data"
        case .missingBoundary: "the Content-Type names no boundary"
        case .invalidBoundary:
            "the boundary has to be 1 to 70 letters, digits and '()+_,-./:=? and must not end with a space"
        case .missingFirstDelimiter:
            "the body does not start with two hyphens and the boundary that the Content-Type names"
        case .malformedDelimiter(afterPart: 0):
            "the line of the first delimiter holds something else, or does not end with CRLF"
        case .malformedDelimiter(let number):
            "the line of the delimiter that ends part \(number) holds something else, or does not end with CRLF"
        case .lineFeedAlone(let number):
            "the line before the delimiter that ends part \(number) ends with a line feed alone; lines end with CRLF"
        case .missingClosingDelimiter: "the closing delimiter is missing; the body may be cut off"
        case .bytesAfterEnd: "something follows the closing delimiter"
        case .noParts: "the form has no parts"
        case .tooManyParts(let limit): "the form has more than \(limit) parts"
        case .cancelled: "the work was cancelled"
        case .part(let number, let name, let fault):
            "part \(number)\(name.map { " (\(QuotedText.quoting($0)))" } ?? ""): \(fault)"
        }
    }
}

extension MultipartError.PartFault: CustomStringConvertible {
    /// The fault, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .headersTooLong(let limit): "its headers have more than \(limit) bytes, or no empty line ends them"
        case .malformedHeader(let line): "line \(line) of its headers is malformed, or does not end with CRLF"
        case .repeatedHeader(let name): "it has two headers called \(name)"
        case .missingDisposition: "it has no Content-Disposition"
        case .malformedDisposition(let offset): "its Content-Disposition is malformed at offset \(offset)"
        case .notFormData: "its Content-Disposition is not form-data"
        case .repeatedParameter(let name):
            "its Content-Disposition has two parameters called \(QuotedText.quoting(name))"
        case .extendedName: "its Content-Disposition has a \"name*\", which forms do not allow; send the name as UTF-8"
        case .missingName: "its Content-Disposition has no name, or an empty one"
        case .backslashInName: "its name holds a backslash, which is ambiguous"
        case .nameTooLong(let limit): "its name has more than \(limit) bytes"
        case .repeatedName: "an earlier part has the same name"
        case .malformedContentType: "its Content-Type is malformed"
        case .transferEncoded: "its Content-Transfer-Encoding is not 7bit, 8bit or binary; send the bytes themselves"
        }
    }
}
