import ImageCore
import Messages
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures

/// A snapshot to be redacted while memory runs out.
struct FaultedWork: CustomTestStringConvertible {
    let snapshot: Snapshot
    let style: Style
    let output: Output

    var testDescription: String { "\(style.kind) \(snapshot) to \(output)" }

    /// What is sent.
    enum Snapshot: CaseIterable {
        case rgb, rotatedRGBA, palette, adobeRGB, jpeg, rotatedJPEG, progressiveJPEG, cmykJPEG
        /// Large enough to be covered while it is read.
        case large

        static let small = allCases.filter { $0 != .large }
    }

    /// What is asked for.
    enum Output: CaseIterable {
        case fastPNG, balancedPNG, smallPNG, jpeg

        var options: OutputOptions {
            switch self {
            case .fastPNG: OutputOptions(formats: [.png], compression: .fast)
            case .balancedPNG: OutputOptions(formats: [.png], compression: .balanced)
            case .smallPNG: OutputOptions(formats: [.png], compression: .small)
            case .jpeg: OutputOptions(formats: [.jpeg])
            }
        }
    }

    /// Every kind of snapshot to every kind of output, and every style on pixels with and without alpha.
    static let all: [FaultedWork] =
        [FaultedWork(snapshot: .large, style: .blur(radius: 2), output: .fastPNG)]
        + Snapshot.small.flatMap { snapshot in
            Output.allCases.map { FaultedWork(snapshot: snapshot, style: .fill(.black), output: $0) }
        }
        + [
            .blur(radius: 2), .blur(radius: 9), .pixelate(block: 5), .veil(radius: nil), .image(.init(asset: "logo")),
            .message(.standard), .label(numbered: true),
        ]
        .flatMap { style in
            [.rgb, .rotatedRGBA].map { FaultedWork(snapshot: $0, style: style, output: .fastPNG) }
        }

    /// Does the work: the file that comes out.
    func perform(_ input: Input) -> Result<[UInt8], RedactionError> {
        Result { () throws(RedactionError) in
            try Redactor().redact(
                RedactionRequest(input.snapshot, policy: input.policy, assets: input.assets, output: output.options)
            )
            .image.withUnsafeBytes(Array.init)
        }
    }

    /// What the work needs, made before memory runs out.
    struct Input {
        let snapshot: SecureBytes
        let policy: Policy
        let assets: [String: SecureBytes]
    }

    func input() throws -> Input {
        let region = try #require(Region(x: 4, y: 5, width: 20, height: 12))
        return Input(
            snapshot: try SecureBytes(copying: snapshot.file()),
            policy: try Policy(rules: [Policy.Rule(.region(region), style)]),
            assets: style.kind == "image" ? ["logo": try SecureBytes(copying: Snapshot.progressiveJPEG.file())] : [:]
        )
    }
}

extension FaultedWork.Snapshot {
    /// 44 x 36 pixels of noise, or a large slope.
    func file() throws -> [UInt8] {
        let orientation = exifBlock(orientation: 6, bigEndian: true)
        switch self {
        case .rgb:
            return ChunkedPNG(holding: .noise(44, 36, channels: 3, seed: 1)).bytes
        case .rotatedRGBA:
            return ChunkedPNG(holding: .noise(44, 36, channels: 4, seed: 2))
                .inserting(.init(type: "eXIf", data: orientation), before: "IDAT").bytes
        case .palette:
            var generator = SeededGenerator(seed: 3)
            let palette = ChunkedPNG.Chunk(type: "PLTE", data: generator.bytes(3 * 16))
            let rows = (0..<36).map { _ in generator.bytes(22) }
            return ChunkedPNG(width: 44, depth: 4, colorType: 3, rows: rows, chunks: [palette])
                .inserting(.init(type: "tEXt", data: Array("Comment\0text".utf8)), before: "IDAT").bytes
        case .adobeRGB:
            // White, red, green and blue as in Adobe RGB, and its power of 2.2: to be converted.
            let primaries: [UInt32] = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]
            return ChunkedPNG(holding: .noise(44, 36, channels: 3, seed: 4))
                .inserting(.init(type: "gAMA", data: bigEndian(45_455 / 11 * 10)), before: "IDAT")
                .inserting(.init(type: "cHRM", data: primaries.flatMap(bigEndian)), before: "IDAT").bytes
        case .large: return ChunkedPNG(deflating: .gradient(1200, 1250, channels: 4)).bytes
        case .jpeg: return try JPEGFixture(width: 44, height: 36).noise()
        case .rotatedJPEG: return try JPEGFixture(width: 44, height: 36, app1: app1(orientation)).noise()
        case .progressiveJPEG: return try JPEGFixture(width: 44, height: 36, scans: .progressive).noise()
        case .cmykJPEG: return try JPEGFixture(width: 44, height: 36, space: .cmyk).noise()
        }
    }
}

extension JPEGFixture {
    /// The file that holds noise.
    fileprivate func noise() throws -> [UInt8] {
        try encode(.noise(width, height, channels: space.channels, seed: 4))
    }
}
