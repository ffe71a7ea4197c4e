import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import SnapveilService

extension Reply {
    /// What a problem document may hold.
    private static let members: Set<String> = ["type", "title", "status", "detail", "pointer", "parameter"]

    /// Checks that the reply is an error that holds nothing of `snapshot`, neither of its bytes nor of its pixels.
    func expectRefusal(of snapshot: SecureBytes, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(status >= 400, sourceLocation: sourceLocation)
        #expect(fields[.snapveilReceipt] == nil, sourceLocation: sourceLocation)
        #expect(body.count < 1000, sourceLocation: sourceLocation)
        // The reply to a request for which there is no memory at all is its status.
        if !body.isEmpty {
            #expect(fields[.contentType] == "application/problem+json", sourceLocation: sourceLocation)
            #expect(json["status"] as? Int == status, sourceLocation: sourceLocation)
            #expect(Set(json.keys).isSubset(of: Self.members), sourceLocation: sourceLocation)
        } else {
            #expect(fields[.contentType] == nil, sourceLocation: sourceLocation)
        }
        var sent = [snapshot.array]
        // A snapshot that does not decode has no pixels to give away.
        if let pixels = try? DecodedImage(decoding: snapshot).takePixels() {
            sent += (0..<pixels.size.height).map { y in
                (0..<pixels.size.width).flatMap { pixels.samples(x: $0, y: y) }
            }
        }
        let reply = body.array + fields.flatMap { Array($0.value.utf8) }
        #expect(!sent.contains { reply.holdsRun(of: $0) }, sourceLocation: sourceLocation)
    }
}

extension [UInt8] {
    /// Whether any 16 bytes in a row of `other` occur here.
    func holdsRun(of other: [UInt8]) -> Bool {
        let length = 16
        guard count >= length, other.count >= length else { return false }
        let runs = Set((0...count - length).map { self[$0..<$0 + length] })
        return (0...other.count - length).contains { runs.contains(other[$0..<$0 + length]) }
    }
}
