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

    /// Reads a header's value.
    ///
    /// - Parameter text: The value, without the header's name. ASCII only.
    /// - Throws: ``MediaTypeError`` for what does not follow the grammar, and for parameters of the same name.
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

    /// The value of the parameter called `name`, in lower case, or nil if there is none.
    public subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }
}

/// Why the value of a `Content-Type` header cannot be read.
public enum MediaTypeError: Error, Equatable {
    /// The value does not follow the grammar from this byte on, counted from 0.
    case malformed(offset: Int)
    /// Two parameters have this name.
    case repeatedParameter(String)
}

extension MediaTypeError: CustomStringConvertible {
    /// What is wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .malformed(let offset):
            "the media type is malformed at offset \(offset); it looks like: type/subtype; name=value"
        case .repeatedParameter(let name):
            "the media type has two parameters called \(QuotedText.quoting(name))"
        }
    }
}
