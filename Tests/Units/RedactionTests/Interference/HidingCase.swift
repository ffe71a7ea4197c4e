import ImageCore
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures

/// The ways in which a snapshot is encoded whose decoder carries nothing over the edge of what is covered.
enum HidingReader: Int, CaseIterable {
    case png, baselineJPEG, progressiveJPEG, webP, ktx, atx
}

/// A snapshot with a place that is covered, and an order to cover it, drawn from a seed.
struct HidingCase: CustomStringConvertible {
    private let reader: HidingReader
    private let seed: UInt64
    private let (width, height): (Int, Int)
    /// x, y, width and height of what is hidden, in the snapshot as it is shown.
    private let hidden: [Int]
    private let png: PNGSample
    private let jpeg: JPEGFixture
    private let orientation: Int
    private let target: String
    private let style: String
    /// A rule that obscures, before or behind the one that erases; nil for none.
    private let obscuring: String?
    private let isErasedLast: Bool
    private let output: OutputOptions

    var description: String {
        "\(reader) \(seed): \(width)x\(height), \(target), \(style), \(obscuring ?? "nothing else"), \(png), \(jpeg)"
    }

    init(_ reader: HidingReader, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        (self.reader, self.seed) = (reader, seed)
        let isTexture = reader == .ktx || reader == .atx
        // What is in a block of a texture is hidden with all of it.
        let unit = isTexture ? 4 : 1
        let (columns, rows) = (random.int(1...72 / unit), random.int(1...56 / unit))
        (width, height) = (columns * unit, rows * unit)
        let isJPEG = reader == .baselineJPEG || reader == .progressiveJPEG
        orientation = isJPEG && random.int(0...1) == 0 ? random.int(1...8) : 1
        let shown = orientation > 4 ? (rows, columns) : (columns, rows)
        let (x, y) = (random.int(0...shown.0 - 1), random.int(0...shown.1 - 1))
        hidden = [x, y, random.int(1...shown.0 - x), random.int(1...shown.1 - y)].map { $0 * unit }
        png = PNGSample(random.element(of: PNGSample.Kind.all), width: width, height: height, using: &random)
        jpeg = Self.jpeg(reader, width, height, orientation, &random)
        target = Self.target(covering: hidden, &random)
        style = random.element(of: Self.erasing)
        obscuring = random.int(0...2) == 0 ? random.element(of: Self.obscuring) : nil
        isErasedLast = random.int(0...1) == 0
        output = OutputOptions(
            formats: [random.element(of: OutputFormat.Kind.allCases)],
            quality: random.int(0...1) == 0 ? nil : random.int(20...100),
            compression: random.element(of: PNGCompression.allCases)
        )
    }

    private static let erasing = [
        ##"{"fill":{"color":"#c80a32"}}"##, #"{"veil":{}}"#, #"{"veil":{"radius":2}}"#, #"{"message":{}}"#,
        #"{"label":{}}"#,
        #"{"label":{"numbered":true}}"#, #"{"image":{"asset":"cover"}}"#,
    ]
    private static let obscuring = [#"{"blur":{"radius":5}}"#, #"{"pixelate":{"block":7}}"#]

    private static func jpeg(
        _ reader: HidingReader,
        _ width: Int,
        _ height: Int,
        _ orientation: Int,
        _ random: inout SeededGenerator
    ) -> JPEGFixture {
        let isProgressive = reader == .progressiveJPEG
        var jpeg = JPEGFixture(width: width, height: height, space: random.element(of: JPEGFixture.Space.allCases))
        jpeg.scans = random.element(of: isProgressive ? [.progressive, .many] : [.baseline, .separate])
        jpeg.sampling = random.element(of: JPEGFixture.Sampling.all)
        jpeg.quality = random.int(30...100)
        jpeg.restartInterval = random.int(0...1) == 0 ? 0 : UInt32(random.int(1...9))
        jpeg.optimized = random.int(0...1) == 0
        if orientation != 1 {
            jpeg.app1 = app1(exifBlock(orientation: UInt16(orientation), bigEndian: random.int(0...1) == 0))
        }
        return jpeg
    }

    /// A target that covers all of a rectangle.
    private static func target(covering rect: [Int], _ random: inout SeededGenerator) -> String {
        let (x, y, width, height) = (rect[0], rect[1], rect[2], rect[3])
        let box = #"{"x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height)}"#
        switch random.int(0...5) {
        case 0: return #"{"element":{"identifier":"hidden"}}"#
        case 1:
            // Its axes are longer than those of the one through the corners.
            let size = #""width":\#(width * 3),"height":\#(height * 3)"#
            return #"{"ellipse":{"x":\#(x - width),"y":\#(y - height),\#(size)}}"#
        case 2:
            let (right, bottom) = (x + width, y + height)
            let roof = [right + width, y - height]
            return #"{"polygon":\#([[x, y], roof, [right, y], [right, bottom], [x, bottom]])}"#
        case 3 where random.int(0...3) == 0: return #""screen""#
        default: return #"{"region":\#(box)}"#
        }
    }

    /// What is sent for a file of this case.
    ///
    /// - Parameter style: In the place of the one that erases.
    func request(_ file: [UInt8], style: String? = nil) throws -> RedactionRequest {
        let erase = #"{"target":\#(target),"style":\#(style ?? self.style)}"#
        let obscure = obscuring.map { [#"{"target":"screen","style":\#($0)}"#] } ?? []
        let rules = isErasedLast ? obscure + [erase] : [erase] + obscure
        let box = #"x="\#(hidden[0])" y="\#(hidden[1])" width="\#(hidden[2])" height="\#(hidden[3])""#
        let source = """
            <AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" x="0" y="0" width="9999" height="9999">\
            <XCUIElementTypeOther type="XCUIElementTypeOther" name="hidden" \(box)/></XCUIElementTypeApplication></AppiumAUT>
            """
        return RedactionRequest(
            try SecureBytes(copying: file),
            policy: try Policy(
                parsing: SecureBytes(copying: Array(#"{"rules":[\#(rules.joined(separator: ","))]}"#.utf8))
            ),
            assets: self.style.contains("image") && style == nil
                ? ["cover": try SecureBytes(copying: Self.cover)] : [:],
            hierarchy: target.contains("element") ? try SecureBytes(copying: Array(source.utf8)) : nil,
            unit: target.contains("element") ? .pixels : nil,
            output: output
        )
    }

    private static let cover = ChunkedPNG(holding: .gradient(9, 7, channels: 4)).bytes

    /// A file of this case, in which `secret` chooses what is hidden.
    func file(secret: UInt64) throws -> [UInt8] {
        var random = SeededGenerator(seed: seed &+ 1 &+ secret << 32)
        switch reader {
        case .png:
            let file = png.replacing(where: isHidden, using: &random)
            return file.file(chunkSize: random.int(1...999), using: &random).bytes
        case .baselineJPEG, .progressiveJPEG:
            return try jpeg.encode(picture(channels: jpeg.space.channels, secret: random.next()))
        case .webP:
            let picture = picture(channels: png.kind.colorType.hasAlpha ? 4 : 3, secret: random.next())
            let size = try #require(PixelSize(width: width, height: height))
            let format: PixelFormat = picture.channels == 4 ? .rgba : .rgb
            return try PixelBuffer(size, format: format, samples: picture.samples).encoded(.webP())
                .withUnsafeBytes(Array.init)
        case .ktx: return texture(&random).ktx(isCompressed: orientation == 1 && seed & 1 == 0)
        case .atx: return texture(&random).atx(TextureFixture.Order.allCases[Int(seed % 3)], isPadded: seed & 4 == 0)
        }
    }

    private func texture(_ random: inout SeededGenerator) -> TextureFixture {
        TextureFixture(picture: picture(channels: 3, secret: random.next()))
    }

    /// Slopes, or noise, with noise where it is hidden.
    private func picture(channels: Int, secret: UInt64) -> Picture {
        let quiet: Picture =
            seed & 0x100 == 0 && channels != 1
            ? .gradient(width, height, channels: channels) : .noise(width, height, channels: channels, seed: seed)
        return quiet.replacing(seed: secret, where: isHidden)
    }

    /// Whether a pixel of the file is shown within ``hidden``.
    private func isHidden(_ x: Int, _ y: Int) -> Bool {
        let (fromRight, fromBottom) = (width - 1 - x, height - 1 - y)
        let (shownX, shownY) =
            switch orientation {
            case 2: (fromRight, y)
            case 3: (fromRight, fromBottom)
            case 4: (x, fromBottom)
            case 5: (y, x)
            case 6: (fromBottom, x)
            case 7: (fromBottom, fromRight)
            case 8: (y, fromRight)
            default: (x, y)
            }
        return (hidden[0]..<hidden[0] + hidden[2]).contains(shownX)
            && (hidden[1]..<hidden[1] + hidden[3]).contains(shownY)
    }
}
