import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import SnapveilService

/// What would give a snapshot away: any 16 bytes in a row of its file or of its pixels.
struct Traces {
    private static let length = 16
    private var runs: Set<ArraySlice<UInt8>>

    init(of snapshot: SecureBytes) throws {
        runs = Self.runs(of: snapshot.array)
        let pixels = try DecodedImage(decoding: snapshot).takePixels()
        for y in 0..<pixels.size.height {
            runs.formUnion(Self.runs(of: (0..<pixels.size.width).flatMap { pixels.samples(x: $0, y: y) }))
        }
    }

    /// Whether any of them is in `bytes`.
    func occur(in bytes: [UInt8]) -> Bool { !runs.isDisjoint(with: Self.runs(of: bytes)) }

    private static func runs(of bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
        Set(bytes.indices.dropLast(length - 1).map { bytes[$0..<$0 + length] })
    }
}

extension Reply {
    /// What a problem document may hold.
    private static let members: Set<String> = ["type", "title", "status", "detail", "help", "pointer", "parameter"]

    /// Checks that the reply is a small document of an error, in which there is nothing of the snapshot.
    func expectRefusal(without traces: Traces, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status >= 400, sourceLocation: sourceLocation)
        #expect(fields[.snapveilReceipt] == nil, sourceLocation: sourceLocation)
        #expect(body.count < 1000, sourceLocation: sourceLocation)
        let text = body.array + fields.flatMap { Array($0.value.utf8) }
        #expect(!traces.occur(in: text), sourceLocation: sourceLocation)
        guard !body.isEmpty else {
            // Where there is no memory for a document, the reply is its status.
            #expect(fields[.contentType] == nil, sourceLocation: sourceLocation)
            return
        }
        #expect(fields[.contentType] == "application/problem+json", sourceLocation: sourceLocation)
        #expect(json["status"] as? Int == status, sourceLocation: sourceLocation)
        #expect(Set(json.keys).isSubset(of: Self.members), sourceLocation: sourceLocation)
    }
}
