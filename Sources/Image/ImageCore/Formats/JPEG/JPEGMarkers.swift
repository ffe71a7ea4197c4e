import BoundedWork
import Glibc

/// The markers of a JPEG file (ITU-T T.81, annex B) one after the other, without decoding of their segments.
struct JPEGMarkers {
    private let bytes: UnsafeRawBufferPointer
    private let cancellation: Cancellation
    private var position = 0

    struct Segment {
        /// The second byte of the marker.
        let code: UInt8
        let payload: UnsafeRawBufferPointer
    }

    init(_ bytes: UnsafeRawBufferPointer, _ cancellation: Cancellation) {
        self.bytes = bytes
        self.cancellation = cancellation
    }

    /// Moves behind the next segment; behind a start of scan, its data begins.
    mutating func next() throws(DecodingError) -> Segment {
        guard !cancellation.isCancelled else { throw .cancelled }
        let code = try code()
        switch code {
        case Self.temporary, Self.restarts, Self.startOfImage, Self.endOfImage:
            return Segment(code: code, payload: UnsafeRawBufferPointer(rebasing: bytes[position..<position]))
        default:
            return Segment(code: code, payload: try payload())
        }
    }

    /// Moves from the data of a scan to the next marker that is not a restart.
    mutating func skipScan() throws(DecodingError) {
        while position + 1 < bytes.count {
            guard !cancellation.isCancelled else { throw .cancelled }
            guard let start = bytes.baseAddress, let found = memchr(start + position, 0xFF, bytes.count - position)
            else { break }
            position = UnsafeRawPointer(found) - start
            guard position + 1 < bytes.count else { break }
            switch bytes[position + 1] {
            case 0, Self.restarts: position += 2
            default: return
            }
        }
        throw .endsEarly
    }

    /// Any number of fill bytes may stand before it.
    private mutating func code() throws(DecodingError) -> UInt8 {
        guard position < bytes.count else { throw .endsEarly }
        guard bytes[position] == 0xFF else { throw .corrupt("there are bytes between two segments") }
        while position < bytes.count, bytes[position] == 0xFF { position += 1 }
        guard position < bytes.count else { throw .endsEarly }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func payload() throws(DecodingError) -> UnsafeRawBufferPointer {
        guard position + 2 <= bytes.count else { throw .endsEarly }
        let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        guard length >= 2 else { throw .corrupt("a segment is shorter than its own length") }
        guard position + length <= bytes.count else { throw .endsEarly }
        defer { position += length }
        return UnsafeRawBufferPointer(rebasing: bytes[position + 2..<position + length])
    }
}

extension JPEGMarkers {
    static let temporary: UInt8 = 0x01
    /// Start of a frame, whose low four bits name its coding (ITU-T T.81, table B.1). Three codes among them are others.
    static let frames: ClosedRange<UInt8> = 0xC0...0xCF
    static let huffmanTables: UInt8 = 0xC4
    static let extensions: UInt8 = 0xC8
    static let arithmeticConditioning: UInt8 = 0xCC
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let hierarchy: UInt8 = 0xDE
    static let exif: UInt8 = 0xE1
    static let profile: UInt8 = 0xE2
}

extension DecodingError {
    fileprivate static let endsEarly = DecodingError.corrupt("the file ends early")
}

/// The order of the segments and scans of a JPEG file: a picture replaced as a whole is not decoded, but a file that was cut off or
/// is damaged in its structure is refused all the same.
struct JPEGStructure {
    private var markers: JPEGMarkers

    init(_ bytes: UnsafeRawBufferPointer, _ cancellation: Cancellation = Cancellation()) {
        markers = JPEGMarkers(bytes, cancellation)
    }

    /// Walks to the end-of-image marker; bytes behind it do not count. A file without a scan is corrupt.
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
