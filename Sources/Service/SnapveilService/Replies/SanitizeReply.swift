import Base64Coding
import BoundedWork
import Glibc
import HTTPServer
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory
import StrictJSON

/// The reply with a redacted snapshot.
struct SanitizeReply {
    let form: ReplyForm

    /// Bytes to reserve for the reply to an upload of `count` bytes before its size is known: a typical size.
    func likelyByteCount(for count: Int) -> Int {
        switch form {
        case .image, .multipart: max(count, Self.overhead)
        case .json: max(count / 3 * 4, Self.overhead)
        case .preview: Self.overhead
        }
    }

    /// Upper bound on the bytes of the reply with `result`.
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

    /// Bytes of a short receipt and of the frame of a reply.
    private static let overhead = 4096

    /// Bytes of a rectangle in a receipt or in a plan.
    private static let rectangleBytes = 256

    func response(
        _ result: Redactor.Result,
        _ cancellation: Cancellation
    ) throws(WorkFailure) -> HTTPServerResponse {
        try cancellation.finish { () throws(OutOfMemory) in try write(result, cancellation) }
    }

    /// Writes the reply with `result`; only a part of it once the work is cancelled.
    private func write(
        _ result: Redactor.Result,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> HTTPServerResponse {
        var head = HTTPResponse.uncached()
        head.headerFields[.snapveilReceipt] = try summary(result.receipt)
        switch form {
        case .image:
            head.headerFields[.contentType] = result.format.mediaType
            return HTTPServerResponse(head: head, body: result.image)
        case .json:
            head.headerFields[.contentType] = "application/json"
            return HTTPServerResponse(head: head, body: try json(result, cancellation))
        case .preview:
            head.headerFields[.contentType] = "application/json"
            return HTTPServerResponse(head: head, body: try preview(result, cancellation))
        case .multipart:
            let boundary = Self.boundary(besides: result.hierarchy, cancellation)
            head.headerFields[.contentType] = "multipart/mixed; boundary=\(boundary)"
            return HTTPServerResponse(head: head, body: try multipart(result, boundary: boundary, cancellation))
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

    static let summarySchema = JSONSchema.object([
        .optional("policy", .string, "the name of the policy"),
        .optional("phase", .word(of: Phase.self)),
        .required("covered", .integer(atLeast: 0), "how many rectangles were painted"),
        .required("assurance", .word(of: Assurance.self)),
        .optional("warnings", .integer(atLeast: 1), "how many of them have a warning"),
    ])

    struct Summary: Encodable {
        let policy: String?
        let phase: Phase?
        let covered: Int
        let assurance: Assurance
        let warnings: Int?
    }

    private func json(_ result: Redactor.Result, _ cancellation: Cancellation) throws(OutOfMemory) -> SecureBytes {
        var body = try SecureBytesBuilder(capacity: result.image.count / 3 * 4 + 4096)
        try body.append("{\"image\":{\"type\":\"\(result.format.mediaType)\",\"data\":\"")
        try Base64.encode(result.image, into: &body, cancellation: cancellation)
        try body.append("\"},\"receipt\":")
        try body.append(JSONText.encode(result.receipt))
        try append(result.hierarchy, to: &body, cancellation)
        try body.append("}")
        return body.finish()
    }

    private func preview(_ result: Redactor.Result, _ cancellation: Cancellation) throws(OutOfMemory) -> SecureBytes {
        var body = try SecureBytesBuilder(capacity: 4096)
        try body.append("{\"plan\":")
        try body.append(JSONText.encode(result.plan))
        try body.append(",\"receipt\":")
        try body.append(JSONText.encode(result.receipt))
        try append(result.hierarchy, to: &body, cancellation)
        try body.append("}")
        return body.finish()
    }

    private func append(
        _ hierarchy: PageSource?,
        to body: inout SecureBytesBuilder,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        guard let hierarchy else { return }
        try body.append(",\"hierarchy\":")
        try body.append(jsonString: hierarchy.bytes, cancellation)
    }

    /// A line that stands in no part. A PNG or JPEG holds these 40 characters by accident once in 2^200 times; a page source
    /// may hold them on purpose, so a number follows that does not follow them there.
    private static func boundary(besides hierarchy: PageSource?, _ cancellation: Cancellation) -> String {
        let boundary = "snapveil-7cP0qzV3mXh9RkT2wLd8YfB5nJ6sGa1e"
        guard let hierarchy else { return boundary }
        let taken = hierarchy.bytes.withUnsafeBytes { text in text.numbers(after: boundary, cancellation) }
        let number = (UInt64(0)...).first { !taken.contains($0) } ?? 0
        return "\(boundary)\(number.boundaryDigits)"
    }

    private func multipart(
        _ result: Redactor.Result,
        boundary: String,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> SecureBytes {
        var body = try SecureBytesBuilder(capacity: result.image.count + 4096)
        let receipt = try JSONText.encode(result.receipt)
        try append(part: "image", type: result.format.mediaType, result.image, after: boundary, to: &body, cancellation)
        try append(part: "receipt", type: "application/json", receipt, after: boundary, to: &body, cancellation)
        if let source = result.hierarchy {
            let (type, text) = (source.mediaType, source.bytes)
            try append(part: "hierarchy", type: type, text, after: boundary, to: &body, cancellation)
        }
        try body.append("--\(boundary)--\r\n")
        return body.finish()
    }

    private func append(
        part name: String,
        type: String,
        _ content: SecureBytes,
        after boundary: String,
        to body: inout SecureBytesBuilder,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        try body.append("--\(boundary)\r\nContent-Type: \(type)\r\n")
        try body.append("Content-Disposition: attachment; name=\"\(name)\"\r\n\r\n")
        try body.append(content, cancellation)
        try body.append("\r\n")
    }
}

extension UInt64 {
    /// The number in a fixed count of digits, so that no number is the beginning of another.
    fileprivate var boundaryDigits: String { digits(Self.boundaryDigitCount) }

    /// Digits for as many numbers as a text has bytes.
    fileprivate static let boundaryDigitCount = 12
}

extension UnsafeRawBufferPointer {
    /// The numbers that follow `word` in the bytes; only a part of them once the work is cancelled.
    fileprivate func numbers(after word: String, _ cancellation: Cancellation) -> Set<UInt64> {
        let word = Array(word.utf8)
        guard let base = baseAddress, let first = word.first else { return [] }
        var numbers: Set<UInt64> = []
        var place = 0
        while !cancellation.isCancelled, let match = memchr(base + place, Int32(first), count - place) {
            place = UnsafeRawPointer(match) - base + 1
            guard count - place >= word.count - 1 else { break }
            guard memcmp(match, word, word.count) == 0 else { continue }
            let digits = dropFirst(place + word.count - 1).prefix(UInt64.boundaryDigitCount)
            if let number = UInt64(String(decoding: digits, as: UTF8.self)) { numbers.insert(number) }
        }
        return numbers
    }
}

/// The reply with the findings of a check.
enum CheckReply {
    /// Bytes of a report with few findings.
    static let likelyByteCount = 4096

    /// Bytes of a finding.
    private static let findingBytes = 256

    /// Upper bound on the bytes of the reply with `report`.
    static func byteCount(of report: CheckReport) -> Int {
        likelyByteCount + report.findings.count * findingBytes
    }

    static func response(_ report: CheckReport) throws(OutOfMemory) -> HTTPServerResponse {
        var head = HTTPResponse.uncached()
        head.headerFields[.contentType] = "application/json"
        return HTTPServerResponse(head: head, body: try JSONText.encode(report))
    }
}
