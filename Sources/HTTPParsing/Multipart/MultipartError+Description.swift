import BoundedWork

extension MultipartError: CustomStringConvertible {
    /// What is wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .notFormData(let type):
            "the body is \(QuotedText.quoting(type)), not multipart/form-data"
        case .missingBoundary:
            "the Content-Type names no boundary"
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
        case .missingClosingDelimiter:
            "the closing delimiter is missing; the body may be cut off"
        case .bytesAfterEnd:
            "something follows the closing delimiter"
        case .noParts:
            "the form has no parts"
        case .tooManyParts(let limit):
            "the form has more than \(limit) parts"
        case .cancelled:
            "the work was cancelled"
        case .part(let number, let name, let fault):
            "part \(number)\(name.map { " (\(QuotedText.quoting($0)))" } ?? ""): \(fault)"
        }
    }
}

extension MultipartError.PartFault: CustomStringConvertible {
    /// What is wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .headersTooLong(let limit):
            "its headers have more than \(limit) bytes, or no empty line ends them"
        case .malformedHeader(let line):
            "line \(line) of its headers is malformed, or does not end with CRLF"
        case .repeatedHeader(let name):
            "it has two headers called \(name)"
        case .missingDisposition:
            "it has no Content-Disposition"
        case .malformedDisposition(let offset):
            "its Content-Disposition is malformed at offset \(offset)"
        case .notFormData:
            "its Content-Disposition is not form-data"
        case .repeatedParameter(let name):
            "its Content-Disposition has two parameters called \(QuotedText.quoting(name))"
        case .extendedName:
            "its Content-Disposition has a \"name*\", which forms do not have; send the name as UTF-8"
        case .missingName:
            "its Content-Disposition has no name, or an empty one"
        case .backslashInName:
            "its name holds a backslash, which senders write in different ways"
        case .nameTooLong(let limit):
            "its name has more than \(limit) bytes"
        case .repeatedName:
            "an earlier part has the same name"
        case .malformedContentType:
            "its Content-Type is malformed"
        case .transferEncoded:
            "its Content-Transfer-Encoding is not 7bit, 8bit or binary; send the bytes themselves"
        }
    }
}
