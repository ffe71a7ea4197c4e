import BoundedWork

/// The value of a `Content-Type` header: `multipart/form-data; boundary="a b"` (RFC 9110, section 8.3.1).
public struct MediaType: Sendable, Equatable {
    /// One `name=value` of a media type.
    public struct Parameter: Sendable, Equatable {
        /// The name, in lower case.
        public let name: String
        /// The value, without quotation marks, in the case in which it is written.
        public let value: String
    }

    /// The type, in lower case: `image`.
    public let type: String

    /// The subtype, in lower case: `png`.
    public let subtype: String

    /// The parameters, in the order in which they are written; no two have the same name.
    public let parameters: [Parameter]

    /// Reads the value of the header, ASCII only.
    ///
    /// - Throws: ``MediaTypeError`` for text that does not follow the grammar, and for parameters of the same name.
    public init(parsing text: String) throws(MediaTypeError) {
        var scanner = ParameterScanner(Array(text.utf8))
        do throws(ParameterScanner.Fault) {
            type = try scanner.token().lowercased()
            try scanner.skip(UInt8(ascii: "/"))
            subtype = try scanner.token().lowercased()
            parameters = try scanner.parameters(quoting: .http).map { Parameter(name: $0.name, value: $0.value) }
        } catch {
            switch error {
            case .malformed(let offset): throw .malformed(offset: offset)
            case .repeated(let name): throw .repeatedParameter(name)
            }
        }
    }

    /// Type and subtype: `image/png`.
    public var essence: String { "\(type)/\(subtype)" }

    /// The value of the parameter called `name`, in lower case; nil for none.
    public subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }
}

/// The reason why the value of a `Content-Type` header cannot be read.
public enum MediaTypeError: Error, Equatable {
    /// The value does not follow the grammar from this byte on, counted from 0.
    case malformed(offset: Int)
    /// Two parameters have this name.
    case repeatedParameter(String)
}

extension MediaTypeError: CustomStringConvertible {
    /// The fault, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .malformed(let offset):
            "the media type is malformed at offset \(offset); it looks like: type/subtype; name=value"
        case .repeatedParameter(let name):
            "the media type has two parameters called \(QuotedText.quoting(name))"
        }
    }
}

/// The separator of the parts of a form (RFC 2046, section 5.1.1): 1 to 70 characters, the last of them no space.
public struct MultipartBoundary: Sendable, Equatable {
    /// The boundary as the `Content-Type` header has it, without the two hyphens that stand before it in the body.
    public let text: String

    private static let longest = 70

    /// Takes a boundary without the two hyphens, if it is well-formed.
    ///
    /// - Throws: ``MultipartError/invalidBoundary``.
    public init(_ text: String) throws(MultipartError) {
        let characters = text.utf8
        guard (1...Self.longest).contains(characters.count), characters.allSatisfy(Self.isAllowed),
            characters.last != UInt8(ascii: " ")
        else { throw .invalidBoundary }
        self.text = text
    }

    /// The boundary that the `Content-Type` of a request names.
    ///
    /// - Throws: ``MultipartError/notFormData(_:)``, ``MultipartError/missingBoundary`` or
    ///   ``MultipartError/invalidBoundary``.
    public init(of mediaType: MediaType) throws(MultipartError) {
        guard mediaType.essence == "multipart/form-data" else { throw .notFormData(mediaType.essence) }
        guard let boundary = mediaType["boundary"] else { throw .missingBoundary }
        try self.init(boundary)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || marks.contains(byte)
    }

    private static let marks = Array("'()+_,-./:=? ".utf8)
}
