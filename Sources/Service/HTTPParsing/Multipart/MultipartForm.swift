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

    /// The part called `name`, or nil if there is none.
    public subscript(name: String) -> MultipartPart? {
        parts.first { $0.name == name }
    }

    /// Takes the body of a form apart.
    ///
    /// A body that two parsers could take apart in two ways is refused:
    /// - It starts with the first delimiter. One CRLF may stand before it, as some senders put one before every
    ///   delimiter.
    /// - Lines end with CRLF. A line that begins with the delimiter is one, whatever ends the line before it, and holds
    ///   nothing else.
    /// - It ends with the closing delimiter, behind which there may be one CRLF.
    /// - Every part has exactly one `Content-Disposition: form-data` with a name that no other part has.
    ///
    /// Time is linear in the bytes, and nothing of the content is copied.
    ///
    /// - Parameters:
    ///   - body: The whole body.
    ///   - boundary: What the request's `Content-Type` names.
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
    /// How many parts there may be.
    public var partCount: Int

    /// How many bytes the headers of one part may have, with their line ends.
    public var headerByteCount: Int

    /// How many bytes of UTF-8 the name of a part may have.
    public var nameByteCount: Int

    /// Sets the bounds; the defaults leave ample room for a snapshot, its policy and the assets.
    ///
    /// - Parameters:
    ///   - partCount: How many parts there may be.
    ///   - headerByteCount: Bytes in the headers of one part.
    ///   - nameByteCount: Bytes in the name of a part.
    public init(partCount: Int = 32, headerByteCount: Int = 8192, nameByteCount: Int = 256) {
        self.partCount = partCount
        self.headerByteCount = headerByteCount
        self.nameByteCount = nameByteCount
    }
}
