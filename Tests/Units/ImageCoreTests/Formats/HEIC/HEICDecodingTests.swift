import BoundedWork
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A HEIC is decoded as libheif decodes it")
struct HEICDecodingTests {
    static let names = [
        "chroma-420", "chroma-422", "chroma-444", "grey", "alpha", "deep", "limited", "bt709", "grid", "turned-1",
        "turned-2", "turned-3", "mirrored-0", "mirrored-1", "cropped", "grid-cropped",
    ]

    @Test("pixels are those of the file, within one", arguments: names)
    func pixels(name: String) throws {
        let decoded = try Decoded(fixtureFile("HEIC/\(name).heic"))
        let expected = try Picture.reference("HEIC/\(name).heic")
        #expect(decoded.format == .heic)
        #expect(decoded.colorSpace == .sRGB)
        #expect(decoded.picture.channels == (name == "alpha" ? 4 : 3))
        #expect((decoded.picture.width, decoded.picture.height) == (expected.width, expected.height))
        // Of 8 bits and full range there is one way to round.
        let tolerance = ["deep", "limited"].contains(name) ? 1 : 0
        #expect(decoded.picture.largestDifference(from: expected) <= tolerance)
    }

    @Test("any number of threads decodes the same pixels", arguments: ["grid", "grid-cropped", "alpha"], [2, 5])
    func threads(name: String, count: Int) throws {
        let file = try fixtureFile("HEIC/\(name).heic")
        #expect(try Decoded(file, work: WorkContext(threads: { count })) == Decoded(file))
    }

    @Test("tiles that are nearly as large as the picture are decoded one by one")
    func overhangingTiles() throws {
        let grid = try BoxPatch(fixtureFile("HEIC/grid.heic"))
        // The size in the item that is the grid, and in its properties behind those of a tile.
        var smallest = try grid.patching("idat", 4, [0, 65, 0, 65])
        let size = try grid.place(of: "ispe", after: grid.place(of: "ispe") + 4) + 8
        smallest.replaceSubrange(size..<size + 8, with: [0, 0, 0, 65, 0, 0, 0, 65])
        let counts = try [grid.bytes, smallest].map { file in
            try file.withUnsafeBytes { bytes in
                let container = try HEICContainer(bytes)
                return try HEICLayer(container.primary(), of: container, DecodingLimits()).tilesAtOnce
            }
        }
        #expect(counts == [2, 1])
    }

    @Test("the blocks are those of the coding tree, turned and cropped with the picture")
    func grid() throws {
        let whole = try Decoded(fixtureFile("HEIC/grid.heic")).grid
        #expect(whole == BlockGrid(width: 64, height: 64, margin: 4, isPredicted: true))
        // 60 x 70 from (10, 6) on, turned by a quarter and mirrored.
        let cropped = try Decoded(fixtureFile("HEIC/grid-cropped.heic")).grid
        #expect((cropped.width, cropped.height, cropped.margin) == (64, 64, 4))
        #expect(cropped.isPredicted)
        var blocks = Picture(width: 60, height: 70, channels: 3, samples: Array(repeating: 0, count: 60 * 70 * 3))
        for (y, x) in (0..<70).flatMap({ y in (0..<60).map { (y, $0) } }) {
            blocks.samples[(y * 60 + x) * 3] = UInt8((x + 10) / 64 + 2 * ((y + 6) / 64))
        }
        let seen = blocks.seen(as: Orientation.left.followed(by: .upMirrored))
        func block(_ x: Int, _ y: Int) -> UInt8 { seen.samples[(y * seen.width + x) * 3] }
        for x in 1..<seen.width {
            #expect((block(x, 0) != block(x - 1, 0)) == ((x - cropped.offsetX) % 64 == 0), "\(x)")
        }
        for y in 1..<seen.height {
            #expect((block(0, y) != block(0, y - 1)) == ((y - cropped.offsetY) % 64 == 0), "\(y)")
        }
    }

    @Test("turns and mirrors add up", arguments: Orientation.allCases, Orientation.allCases)
    func orientations(first: Orientation, second: Orientation) {
        let picture = Picture.noise(3, 2, .rgb, seed: 9)
        #expect(picture.seen(as: first).seen(as: second) == picture.seen(as: first.followed(by: second)))
    }

    @Test("a profile of Display P3 stays, and counts before code points")
    func profile() throws {
        let file = try fixtureFile("HEIC/turned-2.heic")
        let stored = try Picture.reference("HEIC/turned-2.heic")
        // Primaries 12 with the curve of sRGB.
        let codePoints = try BoxPatch(file).patching("nclx", 0, [0, 12, 0, 13])
        #expect(try Decoded(codePoints).colorSpace == .displayP3)
        #expect(try Decoded(codePoints).picture == stored)
        let foreign = try BoxPatch(file).patching("nclx", 0, [0, 3, 0, 13])
        #expect(try refusal(of: foreign) == .unsupported("a HEIC with the primaries 3 of H.273"))
        let matrix = try BoxPatch(file).patching("nclx", 4, [0, 10])
        #expect(try refusal(of: matrix) == .unsupported("a HEIC with the matrix coefficients 10 of H.273"))
    }

    @Test("light beyond white is taken down as in a PNG of the same samples")
    func highDynamicRange() throws {
        let decoded = try Decoded(fixtureFile("HEIC/pq.heic"))
        #expect(decoded.colorSpace == .sRGB)
        // The fixture is the picture of `deep` with other code points: bright samples of PQ are white, dark ones black.
        let plain = try Decoded(fixtureFile("HEIC/deep.heic")).picture
        let pairs = zip(stride(from: 0, to: plain.samples.count, by: 3), plain.samples.indices)
        #expect(pairs.underestimatedCount > 0)
        let (dark, bright) = (decoded.picture.samples.min(), decoded.picture.samples.max())
        #expect(dark == 0 && bright == 255)
        #expect(decoded.picture != plain)
    }

    @Test("the declared size is that of the picture before it is turned and cropped", arguments: ["turned-1", "grid"])
    func declaredSize(name: String) throws {
        let bytes = try SecureBytes(copying: fixtureFile("HEIC/\(name).heic"))
        let expected = name == "grid" ? PixelSize(width: 100, height: 90) : PixelSize(width: 64, height: 64)
        #expect(PictureDeclaration(of: bytes)?.size == expected)
        #expect(try ImageFormat.open(bytes).checkedHeader() == nil)
    }

    @Test("what is called off is not decoded")
    func cancelled() throws {
        let bytes = try SecureBytes(copying: fixtureFile("HEIC/grid.heic"))
        let cancellation = Cancellation()
        let work = WorkContext(cancellation: cancellation)
        let file = try ImageFormat.open(bytes, work: work)
        cancellation.cancel()
        #expect(throws: DecodingError.cancelled) { _ = try file.decoded() }
        #expect(throws: DecodingError.cancelled) { _ = try ImageFormat.open(bytes, work: work) }
    }

    @Test("it is written as JPEG unless something else is asked for")
    func output() {
        #expect(OutputFormat.Kind(.heic) == .jpeg)
        #expect(ImageFormat.heic.mediaType == "image/heic")
    }
}
