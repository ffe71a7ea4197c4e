public import BoundedWork
public import SecureMemory

/// A form as `multipart/form-data` (RFC 7578), whose parts are slices of the body that brought it.
///
/// ```swift
/// let boundary = try MultipartBoundary(of: MediaType(parsing: contentType))
/// let form = try MultipartForm.parse(body, boundary: boundary)
/// let snapshot = form["image"]?.content
/// ```
public struct MultipartForm: Sendable {
    /// The parts, in the order in which they were sent; no two have the same name.
    public let parts: [MultipartPart]

    /// The part called `name`; nil for none.
    public subscript(name: String) -> MultipartPart? {
        parts.first { $0.name == name }
    }

    /// Takes the body of a form apart.
    ///
    /// A body that two parsers could take apart in two ways is refused:
    /// - It starts with the first delimiter. One CRLF may stand before it, because some senders put one before every
    ///   delimiter.
    /// - Lines end with CRLF. A line that begins with the delimiter is one, after any line end, and holds
    ///   nothing else.
    /// - It ends with the closing delimiter, behind which there may be one CRLF.
    /// - Every part has exactly one `Content-Disposition: form-data` with a name that no other part has.
    ///
    /// Time is linear in the bytes, and nothing of the content is copied.
    ///
    /// - Parameters:
    ///   - body: The whole body.
    ///   - boundary: The boundary that the request's `Content-Type` names.
    ///   - limits: Bounds on the parts.
    ///   - cancellation: Whether the form is still wanted.
    /// - Throws: ``MultipartError``, which names the part.
    public static func parse(
        _ body: SecureBytes,
        boundary: MultipartBoundary,
        limits: MultipartLimits = MultipartLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(MultipartError) -> MultipartForm {
        try body.withUnsafeBytes { (bytes) throws(MultipartError) in
            var splitter = try MultipartSplitter(bytes, boundary: boundary, cancellation)
            var parts: [MultipartPart] = []
            while let range = try splitter.nextPart() {
                guard parts.count < limits.partCount else { throw .tooManyParts(limit: limits.partCount) }
                let part = try MultipartPart(
                    body[range],
                    number: parts.count + 1,
                    limits: limits
                )
                guard !parts.contains(where: { $0.name == part.name }) else {
                    throw .part(number: parts.count + 1, name: part.name, .repeatedName)
                }
                parts.append(part)
            }
            guard !parts.isEmpty else { throw .noParts }
            return MultipartForm(parts: parts)
        }
    }
}

/// Bounds on a form. The length of its body is not among them: it is bounded where the body is read.
public struct MultipartLimits: Sendable, Equatable {
    /// Upper bound on the parts.
    public var partCount: Int

    /// Upper bound on the bytes in the headers of one part, with their line ends.
    public var headerByteCount: Int

    /// Upper bound on the bytes of UTF-8 in the name of a part.
    public var nameByteCount: Int

    /// Sets the bounds; the defaults leave ample room for a snapshot, its policy and the assets.
    public init(partCount: Int = 32, headerByteCount: Int = 8192, nameByteCount: Int = 256) {
        self.partCount = partCount
        self.headerByteCount = headerByteCount
        self.nameByteCount = nameByteCount
    }
}

/// One part of a form.
public struct MultipartPart: Sendable {
    /// The name of the form's field; not empty. It may hold line breaks, which senders write percent-encoded.
    public let name: String

    /// The name of the file in the words of its sender; not to be trusted as a path. Only `filename` is read:
    /// RFC 7578, section 4.2 has no `filename*`.
    public let filename: String?

    /// The value of the part's `Content-Type`, as it is written.
    public let contentType: String?

    /// The media type that ``contentType`` states; nil if there is none.
    public let mediaType: MediaType?

    /// The content, a slice of the form's body.
    public let content: SecureBytes

    /// Reads the bytes between two delimiters, the part of this number, counted from 1.
    init(_ bytes: SecureBytes, number: Int, limits: MultipartLimits) throws(MultipartError) {
        var name: String?
        do throws(MultipartError.PartFault) {
            let headers = try bytes.withUnsafeBytes { (bytes) throws(MultipartError.PartFault) in
                try PartHeaders(bytes, byteLimit: limits.headerByteCount)
            }
            let disposition = try ContentDisposition(headers.contentDisposition)
            name = disposition.name
            guard disposition.name.utf8.count <= limits.nameByteCount else {
                throw .nameTooLong(limit: limits.nameByteCount)
            }
            try headers.checkTransferEncoding()
            self.name = disposition.name
            self.filename = disposition.filename
            (self.contentType, self.mediaType) = try headers.mediaType()
            self.content = bytes[headers.byteCount..<bytes.count]
        } catch {
            throw .part(number: number, name: name, error)
        }
    }
}
