import BoundedWork

/// The order of the segments and scans of a JPEG file, from the first to the last.
///
/// Where a picture is replaced as a whole its pixels need not be decoded, but a file that was cut off or is damaged in its
/// structure is refused all the same.
struct JPEGStructure {
    private var markers: JPEGMarkers

    init(_ bytes: UnsafeRawBufferPointer, _ cancellation: Cancellation = Cancellation()) {
        markers = JPEGMarkers(bytes, cancellation)
    }

    /// Walks to the end-of-image marker; what follows it does not count.
    ///
    /// - Throws: ``DecodingError/corrupt(_:)`` for a segment or scan that the file ends in, for bytes between two segments, and
    ///   for a file without a scan; ``DecodingError/cancelled``.
    consuming func check() throws(DecodingError) {
        guard try markers.next().code == JPEGMarkers.startOfImage else { throw .corrupt("it does not start as a JPEG") }
        var hasScan = false
        while true {
            switch try markers.next().code {
            case JPEGMarkers.endOfImage:
                guard hasScan else { throw .corrupt("it has no scan") }
                return
            case JPEGMarkers.startOfImage: throw .corrupt("a second picture starts within the first")
            case JPEGMarkers.startOfScan:
                hasScan = true
                try markers.skipScan()
            default: break
            }
        }
    }
}
