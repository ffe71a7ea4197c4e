import Artefacts
import Base64Coding
import BoundedWork
import Glibc
import HTTPServer
import HTTPTypes
import ImageCore
import Redaction
import RedactionJobs
import SecureMemory
import StrictJSON

/// The reply with the parts of a result.
enum SanitizeReply {
    /// Bytes to reserve for the reply to `call` with a body of `count` bytes before its size is known: a typical size.
    static func likelyByteCount(to call: SanitizeCall, for count: Int) -> Int {
        switch call.form {
        case .image, .multipart: max(count, overhead)
        case .json: max(count / 3 * 4, overhead)
        case .preview, nil: overhead
        }
    }

    /// Upper bound on the bytes of the reply with `parts`.
    static func byteCount(to call: SanitizeCall, _ parts: RedactedParts) -> Int {
        let texts = [parts.receipt, parts.plan, parts.report, parts.entries].reduce(overhead) { $0 + ($1?.count ?? 0) }
        let sealed = parts.sealed?.count ?? 0
        let hierarchy = parts.hierarchy?.bytes.count ?? 0
        let string = parts.hierarchy.map { SecureBytesBuilder.byteCount(jsonString: $0.bytes) } ?? 0
        return switch call.form(of: parts) {
        case .image: parts.picture.count
        case .json, .preview: (parts.picture.count + sealed) / 3 * 4 + hierarchy + string + texts
        case .multipart: parts.picture.count + sealed + hierarchy + texts
        case nil: texts
        }
    }

    /// The parts with the page source in memory of this process where it becomes a string of JSON: how long that is depends on
    /// bytes that a worker could go on to change.
    static func settled(_ parts: RedactedParts, for call: SanitizeCall) throws(OutOfMemory) -> RedactedParts {
        guard let source = parts.hierarchy, call.form(of: parts) != .multipart else { return parts }
        var parts = parts
        var copy = try SecureBytesBuilder(capacity: source.bytes.count)
        try copy.append(source.bytes)
        parts.hierarchy = PageSource(bytes: copy.finish(), form: source.form)
        return parts
    }

    /// Bytes of the frame of a reply.
    private static let overhead = 4096

    /// Writes the reply to `call`; nil if a part is missing.
    static func response(
        to call: SanitizeCall,
        _ parts: RedactedParts,
        _ cancellation: Cancellation
    ) throws(WorkFailure) -> HTTPServerResponse? {
        guard
            let content = try cancellation.finish({ () throws(OutOfMemory) in
                try content(to: call, parts, cancellation)
            })
        else { return nil }
        var head = HTTPResponse.uncached()
        if !call.isCheck {
            guard let summary = try mapError(summary(of: parts), WorkFailure.outOfMemory) else { return nil }
            head.headerFields[.snapveilReceipt] = summary
        }
        head.headerFields[.contentType] = content.type
        return HTTPServerResponse(head: head, body: content.body)
    }

    /// The media type and the body; only a part of it once the work is cancelled.
    private static func content(
        to call: SanitizeCall,
        _ parts: RedactedParts,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> (type: String, body: SecureBytes)? {
        let receipt = parts.artefact == nil ? parts.receipt : parts.entries
        switch (call.form(of: parts), receipt, parts.plan, parts.report) {
        case (.image, _, _, _): return (parts.mediaType, parts.picture)
        case (.json, let receipt?, _, _): return (json, try document(parts, receipt, cancellation))
        case (.preview, let receipt?, let plan?, _): return (json, try preview(parts, receipt, plan, cancellation))
        case (.multipart, let receipt?, _, _):
            let boundary = boundary(besides: parts, cancellation)
            let body = try multipart(parts, receipt, boundary: boundary, cancellation)
            return ("multipart/mixed; boundary=\(boundary)", body)
        case (nil, _, _, let report?) where call.isCheck: return (json, report)
        default: return nil
        }
    }

    private static let json = "application/json"
    /// The media type of sealed pixels.
    static let sealedType = "application/age-encryption"

    /// Compact JSON in ASCII: a policy's name has no other characters.
    private static func summary(of parts: RedactedParts) throws(OutOfMemory) -> String? {
        let text: SecureBytes
        if let artefact = parts.artefact {
            text = try JSONText.encode(artefact)
        } else if let summary = parts.summary {
            text = try JSONText.encode(summary)
        } else {
            return nil
        }
        return text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func document(
        _ parts: RedactedParts,
        _ receipt: SecureBytes,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> SecureBytes {
        let byteCount = parts.picture.count + (parts.sealed?.count ?? 0)
        var body = try SecureBytesBuilder(capacity: byteCount / 3 * 4 + 4096)
        try body.append("{")
        try append(file: parts.fileName, type: parts.mediaType, parts.picture, to: &body, cancellation)
        if let sealed = parts.sealed {
            try body.append(",")
            try append(file: "sealed", type: sealedType, sealed, to: &body, cancellation)
        }
        try append(receipt, parts.hierarchy, to: &body, cancellation)
        return body.finish()
    }

    private static func preview(
        _ parts: RedactedParts,
        _ receipt: SecureBytes,
        _ plan: SecureBytes,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> SecureBytes {
        var body = try SecureBytesBuilder(capacity: 4096)
        try body.append("{\"plan\":")
        try body.append(plan)
        try append(receipt, parts.hierarchy, to: &body, cancellation)
        return body.finish()
    }

    /// Appends a member with a file in base64.
    private static func append(
        file name: String,
        type: String,
        _ content: SecureBytes,
        to body: inout SecureBytesBuilder,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        try body.append("\"\(name)\":{\"type\":\"\(type)\",\"data\":\"")
        try Base64.encode(content, into: &body, cancellation: cancellation)
        try body.append("\"}")
    }

    /// Appends the members that every document has, and its end.
    private static func append(
        _ receipt: SecureBytes,
        _ hierarchy: PageSource?,
        to body: inout SecureBytesBuilder,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        try body.append(",\"receipt\":")
        try body.append(receipt)
        if let hierarchy {
            try body.append(",\"hierarchy\":")
            try body.append(jsonString: hierarchy.bytes, cancellation)
        }
        try body.append("}")
    }

    /// A line that stands in no part. A PNG or JPEG holds these 40 characters by accident once in 2^200 times; a page source
    /// and an artefact may hold them on purpose, so a number follows that does not follow them there.
    private static func boundary(besides parts: RedactedParts, _ cancellation: Cancellation) -> String {
        let boundary = "snapveil-7cP0qzV3mXh9RkT2wLd8YfB5nJ6sGa1e"
        let texts = [parts.hierarchy?.bytes, parts.artefact.map { _ in parts.picture }, parts.entries].compactMap(
            \.self
        )
        guard !texts.isEmpty else { return boundary }
        let taken = texts.reduce(into: Set<UInt64>()) { taken, text in
            taken.formUnion(text.withUnsafeBytes { $0.numbers(after: boundary, cancellation) })
        }
        let number = (UInt64(0)...).first { !taken.contains($0) } ?? 0
        return "\(boundary)\(number.boundaryDigits)"
    }

    private static func multipart(
        _ parts: RedactedParts,
        _ receipt: SecureBytes,
        boundary: String,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> SecureBytes {
        var body = try SecureBytesBuilder(capacity: parts.picture.count + (parts.sealed?.count ?? 0) + 4096)
        try append(part: parts.fileName, type: parts.mediaType, parts.picture, after: boundary, to: &body, cancellation)
        try append(part: "receipt", type: json, receipt, after: boundary, to: &body, cancellation)
        if let sealed = parts.sealed {
            try append(part: "sealed", type: sealedType, sealed, after: boundary, to: &body, cancellation)
        }
        if let source = parts.hierarchy {
            let (type, text) = (source.form.rawValue, source.bytes)
            try append(part: "hierarchy", type: type, text, after: boundary, to: &body, cancellation)
        }
        try body.append("--\(boundary)--\r\n")
        return body.finish()
    }

    private static func append(
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

extension RedactedParts {
    /// The name of the file in a document or a form.
    fileprivate var fileName: String { artefact == nil ? "image" : "artefact" }

    /// The media type of the file.
    fileprivate var mediaType: String { artefact?.form?.contentType ?? format.mediaType }
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
