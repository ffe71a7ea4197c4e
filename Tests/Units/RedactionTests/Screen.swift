import CJPEGFixtures
import Foundation
import ImageCore
import SecureMemory
import Testing

/// A made-up screen of 96 x 80 pixels: a pattern in colour, and a secret in one rectangle of it.
struct Screen {
    static let width = 96
    static let height = 80

    private var samples = [UInt8](repeating: 0, count: width * height * 3)

    /// What a secret is written in, on white.
    enum Ink: CaseIterable {
        /// The hardest contrast in luma.
        case black
        /// The hardest contrast in chroma, which JPEG shares among more pixels.
        case red

        fileprivate var samples: [UInt8] {
            switch self {
            case .black: [0, 0, 0]
            case .red: [255, 0, 0]
            }
        }
    }

    /// - Parameters:
    ///   - secret: Chooses the pixels of `rect`, and nothing else.
    ///   - rect: x, y, width and height.
    ///   - ink: Of the strokes in `rect`.
    init(secret: UInt64, in rect: [Int], ink: Ink = .red) {
        var pattern = Pattern(state: 7)
        var hidden = Pattern(state: secret)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let isSecret = (rect[0]..<rect[0] + rect[2]).contains(x) && (rect[1]..<rect[1] + rect[3]).contains(y)
                let isStroke = hidden.next() & 1 == 0
                for channel in 0..<3 {
                    let stroke = isStroke ? ink.samples[channel] : 255
                    let quiet = UInt8(truncatingIfNeeded: 128 &+ (x &* (channel &+ 1)) &+ y) &+ pattern.next() % 24
                    samples[(y * Self.width + x) * 3 + channel] = isSecret ? stroke : quiet
                }
            }
        }
    }

    /// How a JPEG is written.
    struct JPEG: Sendable, CustomTestStringConvertible {
        let horizontal: UInt8
        let vertical: UInt8
        let isProgressive: Bool
        var isGrey = false

        var testDescription: String {
            "\(isGrey ? "grey" : "\(horizontal)x\(vertical)") \(isProgressive ? "progressive" : "baseline")"
        }

        static let all: [JPEG] = [false, true].flatMap { progressive in
            [(1, 1), (2, 1), (2, 2), (1, 2)].map {
                JPEG(horizontal: $0.0, vertical: $0.1, isProgressive: progressive)
            } + [JPEG(horizontal: 1, vertical: 1, isProgressive: progressive, isGrey: true)]
        }
    }

    /// The screen as a PNG.
    func encoded() throws -> SecureBytes {
        let size = try #require(PixelSize(width: Self.width, height: Self.height))
        var pixels = try PixelBuffer(size, format: .rgb, filledWith: .black)
        for index in 0..<Self.width * Self.height {
            let pixel = PixelRect(x: index % Self.width, y: index / Self.width, width: 1, height: 1)
            let color = Color(red: samples[index * 3], green: samples[index * 3 + 1], blue: samples[index * 3 + 2])
            try Fill(color: color).apply(to: &pixels, in: try #require(pixel.flatMap { PaintArea($0) }))
        }
        return try pixels.encoded(.png())
    }

    /// The screen as a JPEG of quality 85.
    func encoded(_ jpeg: JPEG) throws -> SecureBytes {
        var fixture = jpeg_fixture()
        fixture.width = UInt32(Self.width)
        fixture.height = UInt32(Self.height)
        fixture.space = jpeg.isGrey ? JPEG_FIXTURE_GREY : JPEG_FIXTURE_YCC
        fixture.scans = jpeg.isProgressive ? JPEG_FIXTURE_PROGRESSIVE : JPEG_FIXTURE_BASELINE
        fixture.horizontal = (jpeg.horizontal, 1, 1, 1)
        fixture.vertical = (jpeg.vertical, 1, 1, 1)
        fixture.quality = 85
        let input = jpeg.isGrey ? stride(from: 2, to: samples.count, by: 3).map { samples[$0] } : samples
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard jpeg_fixture_write(&fixture, input, &bytes, &count), let bytes else {
            throw CocoaError(.fileWriteUnknown)
        }
        defer { free(bytes) }
        return try SecureBytes(copying: UnsafeBufferPointer(start: bytes, count: count))
    }
}

/// The same numbers on every run.
private struct Pattern {
    var state: UInt64

    mutating func next() -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}
