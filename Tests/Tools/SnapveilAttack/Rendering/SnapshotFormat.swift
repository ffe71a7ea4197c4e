import CJPEGFixtures
import Glibc
import ImageCore
import SecureMemory

/// How a snapshot is written before it is redacted.
enum SnapshotFormat: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// PNG.
    case png
    /// Baseline JPEG of quality 90.
    case jpeg(Subsampling)

    /// How many pixels share a chroma sample.
    enum Subsampling: String, Sendable, CaseIterable {
        /// Each pixel has its own.
        case s444 = "4:4:4"
        /// Two by two pixels share one.
        case s420 = "4:2:0"
    }

    /// PNG, then JPEG by subsampling.
    static let allCases = [png] + Subsampling.allCases.map(jpeg)

    /// For example `JPEG 4:2:0`.
    var description: String {
        switch self {
        case .png: "PNG"
        case .jpeg(let subsampling): "JPEG \(subsampling.rawValue)"
        }
    }
}

extension Picture {
    /// Written by libjpeg itself, as ImageCore writes no 4:4:4.
    func encodedJPEG(_ subsampling: SnapshotFormat.Subsampling) throws(RenderingError) -> SecureBytes {
        let factor: UInt8 = subsampling == .s420 ? 2 : 1
        var fixture = jpeg_fixture()
        fixture.width = UInt32(size.width)
        fixture.height = UInt32(size.height)
        fixture.space = JPEG_FIXTURE_YCC
        fixture.scans = JPEG_FIXTURE_BASELINE
        fixture.horizontal = (factor, 1, 1, 1)
        fixture.vertical = (factor, 1, 1, 1)
        fixture.quality = 90
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard jpeg_fixture_write(&fixture, samples, &bytes, &count), let bytes else { throw .notEncoded }
        defer { free(bytes) }
        do {
            return try SecureBytes(copying: UnsafeBufferPointer(start: bytes, count: count))
        } catch {
            throw .notEncoded
        }
    }
}
