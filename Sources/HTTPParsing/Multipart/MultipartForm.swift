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

    /// Reads a body.
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
