/// The segments of a JPEG file, taken apart and put together without libjpeg.
struct SegmentedJPEG {
    /// A marker, what its segment holds, and what stands behind it up to the next one.
    struct Segment: Equatable {
        var marker: UInt8
        var payload: [UInt8]
        /// The entropy-coded data of a scan, restart markers among it.
        var data: [UInt8] = []

        var bytes: [UInt8] {
            let length = payload.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload + data
        }
    }

    /// From the first marker after the start of the image to the last before its end.
    var segments: [Segment]
    /// What stands behind the end of the image.
    var trailer: [UInt8] = []

    var bytes: [UInt8] { [0xFF, 0xD8] + segments.flatMap(\.bytes) + [0xFF, 0xD9] + trailer }

    /// Takes a file apart; nil if it is not made of segments.
    init?(parsing bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        segments = []
        var offset = 2
        while offset + 4 <= bytes.count {
            guard bytes[offset] == 0xFF, bytes[offset + 1] != 0xD9 else { break }
            let payload = offset + 4
            let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
            guard payload <= end, end <= bytes.count else { return nil }
            var segment = Segment(marker: bytes[offset + 1], payload: Array(bytes[payload..<end]))
            offset = end
            if segment.marker == 0xDA {
                while offset + 1 < bytes.count, bytes[offset] != 0xFF || Self.isData(bytes[offset + 1]) { offset += 1 }
                segment.data = Array(bytes[end..<offset])
            }
            segments.append(segment)
        }
        guard bytes[offset...].starts(with: [0xFF, 0xD9]) else { return nil }
        trailer = Array(bytes[(offset + 2)...])
    }

    /// Whether this byte behind 0xFF belongs to a scan: a stuffed zero or a restart marker.
    private static func isData(_ byte: UInt8) -> Bool { byte == 0 || (0xD0...0xD7).contains(byte) }

    /// The file with `segment` at `index` of its segments.
    func inserting(_ segment: Segment, at index: Int) -> SegmentedJPEG {
        var file = self
        file.segments.insert(segment, at: index)
        return file
    }

    /// The file with `bytes` behind its end.
    func trailed(by bytes: [UInt8]) -> SegmentedJPEG {
        var file = self
        file.trailer += bytes
        return file
    }
}
