import ImageCore
import Redaction
import SecureMemory
import Testing

@Suite("A JPEG is redacted with as little loss as can be")
struct JPEGRedactionTests {
    /// Those that hold colour, in units of 8 to 16 pixels.
    static let jpegs = Screen.JPEG.all.filter { !$0.isGrey }

    private static let regions = [[20, 17, 30, 14], [64, 50, 20, 12]]

    @Test("what is not covered, or kept, stays as it was, bit for bit", arguments: jpegs)
    func lossless(_ jpeg: Screen.JPEG) throws {
        let snapshot = try Screen(secret: 1, in: [0, 0, 96, 80]).encoded(jpeg)
        for style in [
            Style.fill(.black), .blur(radius: 5), .pixelate(block: 12), .veil(radius: nil), .label(numbered: false),
        ] {
            let result = try redact(snapshot, style)
            #expect(result.format == .jpeg)
            let covered = try covered(result)
            let (before, after) = (try pixels(snapshot), try pixels(result.image))
            let changed = before.indices.filter { before[$0] != after[$0] }
            #expect(changed.allSatisfy { covered.contains($0) }, "\(style.kind)")
            #expect(changed.count * 2 > covered.count, "\(style.kind)")
        }
    }

    @Test("a quality that is asked for is that of all of the result", arguments: jpegs)
    func quality(_ jpeg: Screen.JPEG) throws {
        let snapshot = try Screen(secret: 1, in: [0, 0, 96, 80]).encoded(jpeg)
        let result = try redact(snapshot, .fill(.black), OutputOptions(quality: 30))
        let covered = try covered(result)
        let (before, after) = (try pixels(snapshot), try pixels(result.image))
        let changed = before.indices.filter { !covered.contains($0) && before[$0] != after[$0] }
        #expect(changed.count * 2 > before.count)
        #expect(result.image.count < snapshot.count / 2)
    }

    @Test("a colour that covers a grey JPEG is that colour")
    func grey() throws {
        let grey = try #require(Screen.JPEG.all.first { $0.isGrey })
        let snapshot = try Screen(secret: 1, in: [0, 0, 96, 80]).encoded(grey)
        let result = try redact(snapshot, .fill(Color(red: 255, green: 0, blue: 0)))
        let pixel = try DecodedImage(decoding: result.image).takePixels().samples(x: 24, y: 24)
        #expect(pixel[0] > 240 && pixel[1] < 15 && pixel[2] < 15)
    }

    @Test("a wide blur of all of a JPEG looks as it does where all is decoded")
    func blur() throws {
        let size = try #require(PixelSize(width: Screen.width, height: Screen.height))
        var pixels = try PixelBuffer(size, format: .rgb, filledWith: .white)
        let card = try #require(PixelRect(x: 20, y: 13, width: 50, height: 41).flatMap { PaintArea($0) })
        try Fill(color: Color(red: 40, green: 90, blue: 200)).apply(to: &pixels, in: card)
        let snapshot = try pixels.encoded(.jpeg())
        let policy = try Policy(rules: [Policy.Rule(.screen, .blur(radius: 4.5))])
        let fast = try self.pixels(try Redactor().redact(RedactionRequest(snapshot, policy: policy)).image)

        var plain = try DecodedImage(decoding: snapshot)
        try GaussianBlur(sigma: 4.5).apply(to: &plain.pixels, in: try #require(PaintArea(PixelRect(size))))
        let expected = try self.pixels(try plain.pixels.encoded(.png()))
        let differences = zip(fast, expected).map { zip($0, $1).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
        #expect(differences.max() ?? 0 <= 16)
        #expect(differences.reduce(0, +) < 2 * differences.count)
    }

    /// The places of the pixels that the receipt names.
    private func covered(_ result: Redactor.Result) throws -> Set<Int> {
        var places: Set<Int> = []
        for rect in result.receipt.covered.map(\.rect) {
            for y in rect.y..<rect.y + rect.height {
                for x in rect.x..<rect.x + rect.width { places.insert(y * Screen.width + x) }
            }
        }
        return places
    }

    private func pixels(_ file: SecureBytes) throws -> [[UInt8]] {
        let pixels = try DecodedImage(decoding: file).takePixels()
        return (0..<Screen.width * Screen.height).map {
            pixels.samples(x: $0 % Screen.width, y: $0 / Screen.width)
        }
    }

    private func redact(
        _ snapshot: SecureBytes,
        _ style: Style,
        _ output: OutputOptions = OutputOptions()
    ) throws -> Redactor.Result {
        let rules = try Self.regions.map { Policy.Rule(.region(try region($0)), style) }
        let policy = try Policy(rules: rules, keep: [.region(try region([32, 16, 16, 16]))])
        return try Redactor().redact(RedactionRequest(snapshot, policy: policy, output: output))
    }

    private func region(_ rect: [Int]) throws -> Region {
        let numbers = rect.map(Double.init)
        return try #require(Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
}
