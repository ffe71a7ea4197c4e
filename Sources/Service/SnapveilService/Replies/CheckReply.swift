import HTTPServer
import HTTPTypes
import Redaction
import SecureMemory

/// The reply that tells what a snapshot shows.
enum CheckReply {
    /// Bytes of a report that finds little.
    static let likelyByteCount = 4096

    /// A finding in a report.
    private static let findingBytes = 256

    /// Bytes that the reply with `report` takes, and a little more.
    static func byteCount(of report: CheckReport) -> Int {
        likelyByteCount + report.findings.count * findingBytes
    }

    /// The reply with `report`.
    ///
    /// - Throws: ``OutOfMemory``.
    static func response(_ report: CheckReport) throws(OutOfMemory) -> HTTPServerResponse {
        var head = HTTPResponse.ofSnapshot
        head.headerFields[.contentType] = "application/json"
        return HTTPServerResponse(head: head, body: try JSONText.encode(report))
    }
}
