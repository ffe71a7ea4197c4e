import BinaryCoding
import Foundation
public import SecureMemory

/// What became of an entry of a part.
public struct PartResult: Sendable {
    /// The name in the result: that of the plan, unless it follows from the contents.
    public let name: String
    /// Its contents in the result; nil if it is left out.
    public let contents: PackedContents?
    /// What is said of it and of the entries in it: receipts or reports as JSON.
    private let said: SecureBytes
    /// What it tells of the frames of a run, in the form that ``FrameQuestion`` takes; nil for nothing.
    public let frames: SecureBytes?
    /// Whether it is a recording, which has to be covered yet.
    public let isRecording: Bool

    init(
        _ name: String,
        _ contents: PackedContents?,
        saying entries: some Encodable,
        frames: SecureBytes?,
        isRecording: Bool = false
    ) throws {
        (self.name, self.contents, self.frames, self.isRecording) = (name, contents, frames, isRecording)
        said = try SecureBytes(copying: JSONEncoder().encode(entries))
    }

    /// The receipts on it, and on the entries in it.
    public func receipts() throws -> [ArtefactReceipt.Entry] { try decoded() }

    /// The reports on it, and on the entries in it.
    public func reports() throws -> [ArtefactReport.Entry] { try decoded() }

    private func decoded<Entry: Decodable>() throws -> [Entry] {
        try JSONDecoder().decode([Entry].self, from: said.withUnsafeBytes { Data($0) })
    }

    static func encoded(_ results: [PartResult]) throws(OutOfMemory) -> SecureBytes {
        let byteCount = results.reduce(0) { $0 + ($1.contents?.bytes.count ?? 0) + $1.said.count + 64 }
        var writer = BinaryWriter(capacity: byteCount)
        writer.write(array: results) { writer, result in
            writer.write(result.name)
            writer.write(optional: result.contents) { $1.write(to: &$0) }
            writer.write(result.said)
            writer.write(optional: result.frames) { $0.write($1) }
            writer.write(result.isRecording)
        }
        return try writer.finish()
    }

    /// Reads a message on `count` entries.
    public static func results(decoding message: SecureBytes, count: Int) throws(ContentFailure) -> [PartResult] {
        try PartMessage.read(message) { reader in
            try reader.checked { reader in
                let results = try reader.array(maximumCount: count) { try PartResult(from: &$0) }
                return results.count == count ? results : nil
            }
        }
    }

    private init(from reader: inout BinaryReader) throws {
        name = try reader.string(maximumByteCount: PartMessage.longestName)
        contents = try reader.optional { try PackedContents(from: &$0) }
        said = try reader.bytes()
        frames = try reader.optional { try $0.bytes() }
        isRecording = try reader.bool()
    }
}

extension PackedContents {
    func write(to writer: inout BinaryWriter) {
        writer.write(facts.byteCount)
        writer.write(facts.isDeflated)
        writer.write(UInt64(facts.checksum))
        writer.write(bytes)
    }

    init(from reader: inout BinaryReader) throws {
        let byteCount = try reader.checked { reader in
            let byteCount = try reader.int()
            return byteCount >= 0 ? byteCount : nil
        }
        let isDeflated = try reader.bool()
        let checksum = try reader.checked { UInt32(exactly: try $0.uint64()) }
        let bytes = try reader.bytes()
        self.init(bytes, PackedFacts(byteCount: byteCount, isDeflated: isDeflated, checksum: checksum))
    }
}
