import BinaryCoding

/// A report of a worker's locks on its way to the front.
extension LockReport {
    /// The longest reason that is read.
    private static let longestReason = 256
    /// More measures than there are.
    private static let mostMeasures = 32

    /// Writes the report for the front.
    func write(to writer: inout BinaryWriter) {
        writer.write(array: inForce) { $0.write($1) }
        writer.write(array: missing) { writer, missing in
            writer.write(missing.measure)
            writer.write(missing.reason)
        }
        writer.write(landlockVersion)
        writer.write(threadCount)
        writer.write(unopenedFileCount)
    }

    /// Reads what ``write(to:)`` has written.
    init(reading reader: inout BinaryReader) throws(BinaryError) {
        self.init()
        for measure in try reader.array(maximumCount: Self.mostMeasures, { try $0.word(of: LockMeasure.self) }) {
            note(measure, error: 0)
        }
        let missing = try reader.array(maximumCount: Self.mostMeasures) { reader in
            (try reader.word(of: LockMeasure.self), try reader.string(maximumByteCount: Self.longestReason))
        }
        for (measure, reason) in missing { note(missing: measure, reason) }
        landlockVersion = try reader.int()
        threadCount = try reader.int()
        unopenedFileCount = try reader.int()
    }
}
