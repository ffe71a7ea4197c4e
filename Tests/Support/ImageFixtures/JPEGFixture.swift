import CJPEGFixtures
import Foundation

/// A JPEG file to be written by libjpeg.
struct JPEGFixture: CustomStringConvertible {
    enum Space: CaseIterable {
        case grey, ycc, rgb, cmyk, ycck

        /// Samples of a pixel that is handed to the encoder.
        var channels: Int {
            switch self {
            case .grey: 1
            case .ycc, .rgb: 3
            case .cmyk, .ycck: 4
            }
        }

        fileprivate var code: jpeg_fixture_space {
            switch self {
            case .grey: JPEG_FIXTURE_GREY
            case .ycc: JPEG_FIXTURE_YCC
            case .rgb: JPEG_FIXTURE_RGB
            case .cmyk: JPEG_FIXTURE_CMYK
            case .ycck: JPEG_FIXTURE_YCCK
            }
        }
    }

    enum Scans: CaseIterable {
        case baseline, separate, progressive, many

        fileprivate var code: jpeg_fixture_scans {
            switch self {
            case .baseline: JPEG_FIXTURE_BASELINE
            case .separate: JPEG_FIXTURE_SEPARATE
            case .progressive: JPEG_FIXTURE_PROGRESSIVE
            case .many: JPEG_FIXTURE_MANY_SCANS
            }
        }
    }

    /// Sampling factors of each component.
    struct Sampling: CustomStringConvertible {
        let description: String
        let horizontal: [UInt8]
        let vertical: [UInt8]

        var unit: (width: Int, height: Int) { (8 * Int(horizontal.max() ?? 1), 8 * Int(vertical.max() ?? 1)) }

        private static func luma(_ name: String, _ horizontal: UInt8, _ vertical: UInt8) -> Sampling {
            // The fourth component, black, is sampled as the first.
            Sampling(
                description: name,
                horizontal: [horizontal, 1, 1, horizontal],
                vertical: [vertical, 1, 1, vertical]
            )
        }

        static let s444 = luma("4:4:4", 1, 1)
        static let s422 = luma("4:2:2", 2, 1)
        static let s420 = luma("4:2:0", 2, 2)
        static let s440 = luma("4:4:0", 1, 2)
        static let s411 = luma("4:1:1", 4, 1)
        static let thirds = luma("3x1", 3, 1)
        static let coarseLuma = Sampling(description: "luma halved", horizontal: [1, 2, 1, 1], vertical: [1, 2, 2, 1])
        static let all = [s444, s422, s420, s440, s411, thirds, coarseLuma]
    }

    var width = 37
    var height = 29
    var space = Space.ycc
    var scans = Scans.baseline
    var sampling = Sampling.s420
    var quality = 97
    var restartInterval: UInt32 = 0
    var adobe = true
    var arithmetic = false
    var optimized = false
    var app1: [UInt8]?

    var description: String {
        "\(width)x\(height) \(space) \(sampling) \(scans)\(restartInterval > 0 ? " restarts" : "")"
            + "\(optimized ? " optimized" : "")\(adobe ? "" : " without Adobe marker")"
    }

    struct Failure: Error {}

    /// The file that holds `picture`, whose channels are those of ``space``.
    func encode(_ picture: Picture) throws -> [UInt8] {
        precondition(picture.width == width && picture.height == height && picture.channels == space.channels)
        var fixture = jpeg_fixture()
        fixture.width = UInt32(width)
        fixture.height = UInt32(height)
        fixture.space = space.code
        fixture.scans = scans.code
        withUnsafeMutableBytes(of: &fixture.horizontal) { $0.copyBytes(from: sampling.horizontal) }
        withUnsafeMutableBytes(of: &fixture.vertical) { $0.copyBytes(from: sampling.vertical) }
        fixture.quality = Int32(quality)
        fixture.restart_interval = restartInterval
        fixture.adobe = adobe
        fixture.arithmetic = arithmetic
        fixture.optimized = optimized
        return try (app1 ?? []).withUnsafeBufferPointer { app1 in
            fixture.app1 = app1.isEmpty ? nil : app1.baseAddress
            fixture.app1_size = app1.count
            return try Self.take { jpeg_fixture_write(&fixture, picture.samples, $0, $1) }
        }
    }

    /// `file` with other coefficients in one minimum coded unit and the same in all others.
    static func changingUnit(column: Int, row: Int, of file: [UInt8], seed: UInt32) throws -> [UInt8] {
        try take { jpeg_fixture_change_unit(file, file.count, UInt32(column), UInt32(row), seed, $0, $1) }
    }

    /// `file` as libjpeg writes its coefficients with its own codes.
    static func rewriting(_ file: [UInt8]) throws -> [UInt8] {
        try take { jpeg_fixture_rewrite(file, file.count, $0, $1) }
    }

    /// Whether libjpeg reads all of `file` without a warning, however slowly it has to.
    static func isIntact(_ file: [UInt8]) -> Bool { jpeg_fixture_is_intact(file, file.count) }

    private static func take(
        _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> Bool
    ) throws -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let written = write(&bytes, &count)
        defer { free(bytes) }
        guard written, let bytes else { throw Failure() }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
