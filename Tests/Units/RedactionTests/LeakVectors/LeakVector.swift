import Foundation
import Testing

/// A place of a file in which something may hide that no viewer shows: two files that differ there and nowhere else.
struct LeakVector: Sendable, CustomTestStringConvertible {
    /// What the place is called.
    let testDescription: String
    /// The file with nothing, or something else, in that place.
    let clean: [UInt8]
    /// The file with the sentinel there.
    let laden: [UInt8]
    /// Whether such a file is refused, because no writer that is in order leaves one behind.
    var isRefused = false
    /// Whether the sentinel stands in the file as it is, and not cut up between samples that are seen.
    var isVerbatim = true

    /// Bytes that occur in no picture by accident.
    static let sentinel = Array("sentinel:7mK2xQ9vTz4WbR8".utf8)

    /// The sentinel over and over, `count` bytes of it.
    static func sentinels(_ count: Int) -> [UInt8] {
        (0..<count).map { sentinel[$0 % sentinel.count] }
    }

    init(
        _ name: String,
        clean: [UInt8],
        laden: [UInt8],
        isRefused: Bool = false,
        isVerbatim: Bool = true
    ) {
        testDescription = name
        self.clean = clean
        self.laden = laden
        self.isRefused = isRefused
        self.isVerbatim = isVerbatim
    }

    /// In the chunks and segments of a file.
    static func metadata() throws -> [LeakVector] { pngMetadata + (try jpegMetadata()) }

    /// Beside what is shown, and behind it.
    static func places() throws -> [LeakVector] { pngPictures + pngTrailers + (try jpegPlaces()) }
}

extension [UInt8] {
    /// Whether the sentinel is here, as it is or within base64 text.
    var holdsSentinel: Bool {
        let sentinel = LeakVector.sentinel
        // What stands before it shifts base64 by a byte or two; the groups at its ends depend on their neighbours.
        let encoded = (0..<3).map { shift in
            Array(Data(sentinel.dropFirst(shift).prefix((sentinel.count - shift) / 3 * 3)).base64EncodedData())
        }
        let data = Data(self)
        return ([sentinel] + encoded).contains { data.range(of: Data($0)) != nil }
    }
}
