import Foundation
import ImageCore
import Samples
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures

/// Snapshots of 200 x 168 pixels or fewer that differ only in ``covered``, in a way that a reader could go by.
struct GuessSample: CustomTestStringConvertible, Sendable {
    let name: String
    /// The files, one for each thing that may be beneath the cover.
    let files: @Sendable () throws -> [[UInt8]]
    /// Whether nothing that may be looked at settles how the files are read.
    var isUndecided = false

    var testDescription: String { name }

    /// The pixels in which the files differ, which end at blocks of every format.
    static let covered = (x: 64, y: 64, width: 64, height: 64)

    /// The things that may be beneath the cover.
    enum Secret: CaseIterable {
        case nothing, noise, finePattern, stripes, color, translucence

        /// The pixel at a place; nil for that of the screen.
        func pixel(_ x: Int, _ y: Int) -> [UInt8]? {
            let isLight: Bool
            switch self {
            case .nothing: return nil
            case .color: return [250, 20, 90, 255]
            case .translucence: return [10, 20, 30, UInt8(x % 8 * 36)]
            case .noise: isLight = (x / 4 &* 7919 ^ y / 4 &* 104_729) % 7 < 3
            case .finePattern: isLight = (x / 4 + y / 4) % 2 == 0
            case .stripes: isLight = x / 4 % 2 == 0
            }
            return isLight ? [255, 255, 255, 255] : [0, 0, 0, 255]
        }
    }

    /// A grey screen with a secret.
    static func screen(_ secret: Secret, width: Int = 200, height: Int = 168, isPlain: Bool = false) -> Picture {
        Picture(width: width, height: height, channels: 4) { x, y, channel in
            let isCovered =
                (covered.x..<covered.x + covered.width).contains(x)
                && (covered.y..<covered.y + covered.height).contains(y)
            if isCovered, let pixel = secret.pixel(x, y) { return pixel[channel] }
            return channel == 3 || isPlain ? 255 : UInt8(abs((x * 5 + y * 3) % 400 - 200) + 20)
        }
    }

    static let all: [GuessSample] = png + jpeg + webP + heic + known + unknown + plain

    private static let png = [
        GuessSample(name: "PNG: whether there is alpha or colour") {
            Secret.allCases.map { secret in
                let picture = screen(secret)
                switch secret {
                case .translucence: return ChunkedPNG(holding: picture).bytes
                case .color: return ChunkedPNG(holding: picture.dropping(1)).bytes
                default:
                    let rows = picture.dropping(3).rows
                    return ChunkedPNG(width: picture.width, depth: 8, colorType: 0, rows: rows).bytes
                }
            }
        }
    ]

    private static let jpeg = JPEGFixture.Space.allCases.flatMap { space in
        [true, false].map { isMarked in
            GuessSample(name: "JPEG: the colours of \(space), \(isMarked ? "as marked" : "without a marker")") {
                try [Secret.nothing, .noise, .finePattern, .color].map { secret in
                    let all = screen(secret, width: 192, height: 160)
                    let picture = Picture(width: 192, height: 160, channels: space.channels) { x, y, channel in
                        all[x, y][channel]
                    }
                    var fixture = JPEGFixture(width: 192, height: 160, space: space, adobe: isMarked)
                    fixture.sampling = .s444
                    var file = try #require(SegmentedJPEG(parsing: fixture.encode(picture)))
                    if !isMarked { file.segments.removeAll { $0.marker == 0xE0 || $0.marker == 0xEE } }
                    return file.bytes
                }
            }
        }
    }

    private static let webP = [
        GuessSample(name: "WebP: whether there is alpha") {
            try Secret.allCases.map { secret in
                let picture = secret == .translucence ? screen(secret) : screen(secret).dropping(1)
                let size = try #require(PixelSize(width: picture.width, height: picture.height))
                let format: PixelFormat = picture.channels == 4 ? .rgba : .rgb
                return try PixelBuffer(size, format: format, samples: picture.samples).encoded(.webP())
                    .withUnsafeBytes(Array.init)
            }
        }
    ]

    private static let heic = [
        GuessSample(name: "HEIC: turns, grid and colours") {
            try [1, 2].map { try Array(Data(contentsOf: Sample.folder.appending(path: "covered-\($0).heic"))) }
        }
    ]

    private static let known: [GuessSample] = [
        GuessSample(name: "KTX: whether there is alpha") { Secret.allCases.map { texture($0).ktx() } },
        GuessSample(name: "KTX of LZFSE") { Secret.allCases.map { texture($0).ktx(isCompressed: true) } },
        GuessSample(name: "ATX of LZFSE") { Secret.allCases.map { texture($0).compressedATX() } },
    ]

    private static let unknown = orders { secret, order, isPadded in texture(secret).atx(order, isPadded: isPadded) }

    private static let plain = orders(isUndecided: true) { secret, order, isPadded in
        // Padding would tell the order of tiles.
        texture(secret, isPlain: true).atx(order, isPadded: false)
    }

    private static func orders(
        isUndecided: Bool = false,
        _ file: @escaping @Sendable (Secret, TextureFixture.Order, Bool) -> [UInt8]
    ) -> [GuessSample] {
        TextureFixture.Order.allCases.flatMap { order in
            [false, true].filter { !$0 || order != .rows && !isUndecided }.map { isPadded in
                let name = "ATX: the order of \(order)\(isPadded ? ", padded" : "")\(isUndecided ? ", plain" : "")"
                return GuessSample(
                    name: name,
                    files: { Secret.allCases.map { file($0, order, isPadded) } },
                    isUndecided: isUndecided
                )
            }
        }
    }

    static func texture(_ secret: Secret, isPlain: Bool = false) -> TextureFixture {
        // Where noise is, some blocks were never written.
        TextureFixture(picture: screen(secret, isPlain: isPlain)) { column, row in
            secret == .noise && (17..<30).contains(column) && row == 20
        }
    }
}

extension Picture {
    /// The picture without its last channels.
    fileprivate func dropping(_ count: Int) -> Picture {
        Picture(width: width, height: height, channels: channels - count) { x, y, channel in self[x, y][channel] }
    }
}
