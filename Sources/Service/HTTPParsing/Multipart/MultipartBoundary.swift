/// What separates the parts of a form (RFC 2046, section 5.1.1): 1 to 70 characters, of which the last is not a space.
public struct MultipartBoundary: Sendable, Equatable {
    /// The boundary as the `Content-Type` header has it, without the two hyphens that stand before it in the body.
    public let text: String

    /// The longest that RFC 2046 allows.
    private static let longest = 70

    /// Takes a boundary as a media type states it, if it is well-formed.
    ///
    /// - Parameter text: The boundary, without the two hyphens.
    /// - Throws: ``MultipartError/invalidBoundary``.
    public init(_ text: String) throws(MultipartError) {
        let characters = text.utf8
        guard (1...Self.longest).contains(characters.count), characters.allSatisfy(Self.isAllowed),
            characters.last != UInt8(ascii: " ")
        else { throw .invalidBoundary }
        self.text = text
    }

    /// The boundary that `mediaType` names.
    ///
    /// - Parameter mediaType: What the request's `Content-Type` says.
    /// - Throws: ``MultipartError/notFormData(_:)``, ``MultipartError/missingBoundary`` or
    ///   ``MultipartError/invalidBoundary``.
    public init(of mediaType: MediaType) throws(MultipartError) {
        guard mediaType.essence == "multipart/form-data" else { throw .notFormData(mediaType.essence) }
        guard let boundary = mediaType["boundary"] else { throw .missingBoundary }
        try self.init(boundary)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            marks.contains(byte)
        }
    }

    private static let marks = Array("'()+_,-./:=? ".utf8)
}
