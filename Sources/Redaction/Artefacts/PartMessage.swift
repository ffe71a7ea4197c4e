import BinaryCoding
import SecureMemory

/// Messages between whoever moves the parts of an artefact and whoever looks into them.
enum PartMessage {
    /// Bytes of a name, of the words for what was taken out of it, and of a reason, at most.
    static let (longestName, longestWord, longestReason) = (1 << 16, 256, 1 << 16)
    /// Entries at most, and words of a name.
    static let (mostEntries, mostWords) = (1 << 20, 1 << 16)

    /// What `body` reads in a message, which may come from anybody and ends there.
    static func read<Value>(
        _ message: SecureBytes,
        _ body: (inout BinaryReader) throws -> Value
    ) throws(ContentFailure) -> Value {
        do {
            var reader = BinaryReader(message)
            let value = try body(&reader)
            try reader.finish()
            return value
        } catch {
            throw .refused("a part of it did not arrive: \(error)")
        }
    }
}
