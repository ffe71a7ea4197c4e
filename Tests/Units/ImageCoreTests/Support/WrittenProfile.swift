import BoundedWork
import CImageCodecs
import Testing

@testable import ImageCore
@testable import ImageFixtures

/// The profile in a file that was written here; nil if there is none.
func writtenProfile(of file: [UInt8]) throws -> [UInt8]? {
    if let png = ChunkedPNG(parsing: file) {
        guard let chunk = png.chunks.first(where: { $0.type == "iCCP" }) else { return nil }
        let start = try #require(chunk.data.firstIndex(of: 0)) + 2
        let stream = Array(chunk.data[start...])
        var profile = [UInt8](repeating: 0, count: 4096)
        let cancellation = Cancellation()
        let count = withExtendedLifetime(cancellation) {
            zlib_inflate(stream, stream.count, &profile, profile.count, codec_cancellation(cancellation))
        }
        return Array(profile[..<count])
    }
    let marker = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
    guard let start = file.indices.first(where: { file[$0...].starts(with: marker) }) else { return nil }
    let length = Int(file[start - 2]) << 8 | Int(file[start - 1])
    return Array(file[start + marker.count..<start - 2 + length])
}

extension [UInt8] {
    /// Whether `text`, which is ASCII, is in the bytes.
    ///
    /// - Parameter wide: As UTF-16 with the high byte first, which is how a profile holds it.
    func contains(text: String, wide: Bool) -> Bool {
        let needle = wide ? Array(text.utf8.map { [0, $0] }.joined()) : Array(text.utf8)
        return indices.contains { self[$0...].starts(with: needle) }
    }
}
