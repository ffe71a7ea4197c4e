import Glibc

/// The markers of a JPEG file (ITU-T T.81, annex B), walked from the first to the last without decoding anything.
///
/// Where a picture is replaced as a whole its pixels need not be decoded, but a file that was cut off or is damaged in its
/// structure is refused all the same.
struct JPEGStructure {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Walks to the end-of-image marker; what follows it does not count.
    ///
    /// - Throws: ``DecodingError/corrupt(_:)`` for a segment or scan that the file ends in, for bytes between two segments, and
    ///   for a file without a scan.
    func check() throws(DecodingError) {
        guard bytes.starts(with: [0xFF, Marker.startOfImage]) else { throw .corrupt("it does not start as a JPEG") }
        var position = 2
        var hasScan = false
        while true {
            switch try marker(at: &position) {
            case Marker.endOfImage:
                guard hasScan else { throw .corrupt("it has no scan") }
                return
            case Marker.startOfImage: throw .corrupt("a second picture starts within the first")
            case Marker.temporary, Marker.restarts: break
            case Marker.startOfScan:
                hasScan = true
                try skipSegment(at: &position)
                try skipEntropyCodedData(at: &position)
            default: try skipSegment(at: &position)
            }
        }
    }

    /// The code of the marker at `position`, which moves behind it. Any number of fill bytes may stand before it.
    private func marker(at position: inout Int) throws(DecodingError) -> UInt8 {
        guard position < bytes.count else { throw .endsEarly }
        guard bytes[position] == 0xFF else { throw .corrupt("there are bytes between two segments") }
        while position < bytes.count, bytes[position] == 0xFF { position += 1 }
        guard position < bytes.count else { throw .endsEarly }
        defer { position += 1 }
        return bytes[position]
    }

    /// Skips a segment that starts with its length.
    private func skipSegment(at position: inout Int) throws(DecodingError) {
        guard position + 2 <= bytes.count else { throw .endsEarly }
        let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        guard length >= 2 else { throw .corrupt("a segment is shorter than its own length") }
        guard position + length <= bytes.count else { throw .endsEarly }
        position += length
    }

    /// Moves to the next marker that is neither a stuffed byte nor a restart.
    private func skipEntropyCodedData(at position: inout Int) throws(DecodingError) {
        while position + 1 < bytes.count {
            guard let start = bytes.baseAddress, let found = memchr(start + position, 0xFF, bytes.count - position)
            else { break }
            position = UnsafeRawPointer(found) - start
            guard position + 1 < bytes.count else { break }
            switch bytes[position + 1] {
            case 0, Marker.restarts: position += 2
            default: return
            }
        }
        throw .endsEarly
    }

    /// The second bytes of the markers that matter.
    private enum Marker {
        static let temporary: UInt8 = 0x01
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
        static let startOfImage: UInt8 = 0xD8
        static let endOfImage: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
    }
}

extension DecodingError {
    fileprivate static let endsEarly = DecodingError.corrupt("the file ends early")
}
