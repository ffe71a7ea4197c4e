import BoundedWork

/// What a JPEG declares of its picture before the data of its first scan (ITU-T T.81, sections B.2.2 and B.2.3).
struct JPEGDeclaration {
    let (width, height): (Int, Int)
    let componentCount: Int
    /// Whether the first scan has all of the picture. If it is not there, it is taken not to.
    private(set) var isInOneScan = false

    /// Codes of frames that have all bits of a coefficient in one scan: of baseline and extended sequential coding.
    private static let sequential: Set<UInt8> = [0xC0, 0xC1, 0xC9]

    /// Nil if there is no header of a frame.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var markers = JPEGMarkers(bytes, Cancellation())
        guard let frame = Self.next(JPEGMarkers.frames, in: &markers), frame.payload.count >= 6 else { return nil }
        func integer(at offset: Int) -> Int { Int(frame.payload[offset]) << 8 | Int(frame.payload[offset + 1]) }
        (width, height, componentCount) = (integer(at: 3), integer(at: 1), Int(frame.payload[5]))
        guard Self.sequential.contains(frame.code) else { return }
        let scan = Self.next(JPEGMarkers.startOfScan...JPEGMarkers.startOfScan, in: &markers)
        isInOneScan = scan?.payload.first.map { Int($0) == componentCount } ?? false
    }

    /// The next segment of some codes, before the data of a scan.
    private static func next(_ codes: ClosedRange<UInt8>, in markers: inout JPEGMarkers) -> JPEGMarkers.Segment? {
        while let segment = try? markers.next() {
            switch segment.code {
            case JPEGMarkers.huffmanTables, JPEGMarkers.extensions, JPEGMarkers.arithmeticConditioning: continue
            case codes: return segment
            case JPEGMarkers.startOfScan, JPEGMarkers.endOfImage: return nil
            default: continue
            }
        }
        return nil
    }
}
