import HTTPServer
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory
import StrictJSON

/// Writes the reply that carries a redacted snapshot.
struct SanitizeReply {
    /// The form that was negotiated.
    let form: ReplyForm

    /// Bytes to reserve for the reply to an upload of `count` bytes before it is known: about what it mostly takes.
    func likelyByteCount(for count: Int) -> Int {
        switch form {
        case .image, .multipart: max(count, Self.overhead)
        case .json: max(count / 3 * 4, Self.overhead)
        case .preview: Self.overhead
        }
    }

    /// Bytes that the reply with `result` takes, and a little more.
    func byteCount(of result: Redactor.Result) -> Int {
        let receipt = Self.overhead + (result.receipt.covered.count + result.plan.count) * Self.rectangleBytes
        let hierarchy = result.hierarchy?.bytes.count ?? 0
        return switch form {
        case .image: result.image.count
        case .json: result.image.count / 3 * 4 + hierarchy / 4 * 5 + receipt
        case .preview: hierarchy / 4 * 5 + receipt
        case .multipart: result.image.count + hierarchy + receipt
        }
    }

    /// A receipt, and what is round the parts of a reply.
    private static let overhead = 4096

    /// A rectangle in a receipt or in a plan.
    private static let rectangleBytes = 256

    /// The reply with `result`.
    ///
    /// - Throws: ``OutOfMemory``.
    func response(_ result: Redactor.Result) throws(OutOfMemory) -> HTTPServerResponse {
        var head = HTTPResponse(status: .ok)
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.xContentTypeOptions] = "nosniff"
        head.headerFields[.snapveilReceipt] = try summary(result.receipt)
        switch form {
        case .image:
            head.headerFields[.contentType] = result.format.mediaType
            return HTTPServerResponse(head: head, body: result.image)
        case .json:
            head.headerFields[.contentType] = "application/json"
            return HTTPServerResponse(head: head, body: try json(result))
        case .preview:
            head.headerFields[.contentType] = "application/json"
            return HTTPServerResponse(head: head, body: try preview(result))
        case .multipart:
            let boundary = Self.boundary(besides: result.hierarchy)
            head.headerFields[.contentType] = "multipart/mixed; boundary=\(boundary)"
            return HTTPServerResponse(head: head, body: try multipart(result, boundary: boundary))
        }
    }

    /// Compact JSON in ASCII: a policy's name has no other characters.
    private func summary(_ receipt: Receipt) throws(OutOfMemory) -> String {
        let warnings = receipt.covered.count { $0.warning != nil }
        let summary = Summary(
            policy: receipt.policy,
            phase: receipt.phase,
            covered: receipt.covered.count,
            assurance: receipt.assurance,
            warnings: warnings > 0 ? warnings : nil
        )
        return try JSONText.encode(summary).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private struct Summary: Encodable {
        let policy: String?
        let phase: Phase?
        let covered: Int
        let assurance: Assurance
        let warnings: Int?
    }

    private func json(_ result: Redactor.Result) throws(OutOfMemory) -> SecureBytes {
        var body = try SecureBytesBuilder(capacity: result.image.count / 3 * 4 + 4096)
        try body.append("{\"image\":{\"type\":\"\(result.format.mediaType)\",\"data\":\"")
        try Base64.encode(result.image, into: &body)
        try body.append("\"},\"receipt\":")
        try body.append(JSONText.encode(result.receipt))
        try append(result.hierarchy, to: &body)
        try body.append("}")
        return body.finish()
    }

    private func preview(_ result: Redactor.Result) throws(OutOfMemory) -> SecureBytes {
        var body = try SecureBytesBuilder(capacity: 4096)
        try body.append("{\"plan\":")
        try body.append(JSONText.encode(result.plan))
        try body.append(",\"receipt\":")
        try body.append(JSONText.encode(result.receipt))
        try append(result.hierarchy, to: &body)
        try body.append("}")
        return body.finish()
    }

    /// Appends the last member of an object.
    private func append(_ hierarchy: PageSource?, to body: inout SecureBytesBuilder) throws(OutOfMemory) {
        guard let hierarchy else { return }
        try body.append(",\"hierarchy\":")
        try body.append(jsonString: hierarchy.bytes)
    }

    /// A line that is in no part. A PNG or JPEG holds one of these 40 characters by accident once in 2^200 times; a hierarchy
    /// is text and may hold it on purpose, so a number follows that depends on all of the text.
    private static func boundary(besides hierarchy: PageSource?) -> String {
        let boundary = "snapveil-7cP0qzV3mXh9RkT2wLd8YfB5nJ6sGa1e"
        guard let hierarchy else { return boundary }
        return hierarchy.bytes.withUnsafeBytes { text in
            // FNV-1a.
            var number = text.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            while text.contains("\(boundary)\(number)") { number &+= 1 }
            return "\(boundary)\(number)"
        }
    }

    private func multipart(_ result: Redactor.Result, boundary: String) throws(OutOfMemory) -> SecureBytes {
        var body = try SecureBytesBuilder(capacity: result.image.count + 4096)
        let receipt = try JSONText.encode(result.receipt)
        try append(part: "image", type: result.format.mediaType, result.image, after: boundary, to: &body)
        try append(part: "receipt", type: "application/json", receipt, after: boundary, to: &body)
        if let source = result.hierarchy {
            try append(part: "hierarchy", type: source.mediaType, source.bytes, after: boundary, to: &body)
        }
        try body.append("--\(boundary)--\r\n")
        return body.finish()
    }

    private func append(
        part name: String,
        type: String,
        _ content: SecureBytes,
        after boundary: String,
        to body: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        try body.append("--\(boundary)\r\nContent-Type: \(type)\r\n")
        try body.append("Content-Disposition: attachment; name=\"\(name)\"\r\n\r\n")
        try body.append(content)
        try body.append("\r\n")
    }
}

extension UnsafeRawBufferPointer {
    /// Whether `text` is somewhere in the bytes.
    fileprivate func contains(_ text: String) -> Bool {
        let pattern = Array(text.utf8)
        return pattern.first.map { first in
            indices.contains { self[$0] == first && self[$0...].starts(with: pattern) }
        } ?? true
    }
}

extension HTTPField.Name {
    /// `Snapveil-Receipt`: policy, count and weakest assurance as compact JSON.
    static let snapveilReceipt = HTTPField.Name("Snapveil-Receipt") ?? .server
}
