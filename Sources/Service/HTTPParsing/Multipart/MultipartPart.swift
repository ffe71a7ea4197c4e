public import SecureMemory

/// One part of a form.
public struct MultipartPart: Sendable {
    /// The name of the form's field; not empty. It may hold line breaks, which senders write percent-encoded.
    public let name: String

    /// The name of the file that was sent, as its sender puts it; not to be trusted as a path. Only `filename` is read:
    /// RFC 7578, section 4.2 has no `filename*`.
    public let filename: String?

    /// The value of the part's `Content-Type`, as it is written.
    public let contentType: String?

    /// The media type that ``contentType`` states; nil if there is none.
    public let mediaType: MediaType?

    /// The content, a slice of the form's body.
    public let content: SecureBytes

    /// Reads the header fields and the content of one part.
    ///
    /// - Parameters:
    ///   - bytes: What stands between two delimiters.
    ///   - number: The place of the part in its form, counted from 1.
    ///   - limits: Bounds on the headers and on the name.
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
