import BoundedWork
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Snapshots of iOS are read in both containers")
struct KTXFileTests {
    static let files = [
        "plain.ktx", "big-endian.ktx", "compressed.ktx", "plain-sRGB.ktx", "compressed.atx", "rows.atx",
        "column-first.atx", "row-first.atx", "row-first-padded.atx",
    ]

    @Test("a file that other programs made has the pixels of astcenc, whatever its order", arguments: files)
    func others(name: String) throws {
        let bytes = try KTXFixture.bytes(name)
        let decoded = try Decoded(bytes)
        let profile: ASTCProfile = name.contains("sRGB") ? .sRGB : .linear
        #expect(decoded.picture.largestDifference(from: try KTXFixture.picture(profile)) <= (profile == .sRGB ? 0 : 1))
        #expect(decoded.format == .ktx)
        #expect(decoded.colorSpace == .sRGB)
        #expect(decoded.grid == BlockGrid(width: 4, height: 4, margin: 0))
        #expect(PictureDeclaration(of: try SecureBytes(copying: bytes))?.size == PixelSize(width: 135, height: 41))
    }

    /// A picture each of whose blocks has one colour, which a block keeps as it is.
    private static func squares(_ width: Int, _ height: Int, channels: Int) -> Picture {
        Picture(width: width, height: height, channels: channels) { x, y, channel in
            UInt8(truncatingIfNeeded: channel == 3 ? 250 - y / 4 : 20 + channel * 30 + x / 4 * 7 + y / 4 * 3)
        }
    }

    @Test("every size modulo 4 and modulo 128 has the blocks that it takes", arguments: 1...132)
    func everySize(edge: Int) throws {
        let other = edge * 37 % 19 + 1
        let (width, height) = edge % 2 == 0 ? (edge, other) : (other, edge)
        for channels in [3, 4] {
            let picture = Self.squares(width, height, channels: channels)
            let texture = TextureFixture(picture: picture)
            for file in [texture.ktx(), texture.ktx(isCompressed: true), texture.compressedATX()] {
                #expect(try Decoded(file).picture == picture)
            }
        }
    }

    @Test("the order of the blocks of a screen is told from its seams", arguments: TextureFixture.Order.allCases)
    func order(order: TextureFixture.Order) throws {
        for name in ["ios-login.png", "android-checkout.png"] {
            let screen = try Decoded(fixture(name)).picture.crop(x: 300, y: 200, width: 402, height: 333)
            let texture = TextureFixture(picture: screen)
            #expect(try Decoded(texture.atx(order)).picture == Decoded(texture.ktx()).picture, "\(name)")
        }
    }

    @Test("a change to a pixel shows in its block of 4x4 pixels alone")
    func grid() throws {
        let picture = Picture.noise(40, 24, channels: 3, seed: 4)
        var changed = picture
        changed.samples[(9 * 40 + 18) * 3] ^= 0x80
        let (before, after) = (TextureFixture(picture: picture).ktx(), TextureFixture(picture: changed).ktx())
        let places = try Decoded(before).picture.places(differingFrom: Decoded(after).picture)
        #expect(!places.isEmpty)
        #expect(places.allSatisfy { (16..<20).contains($0.x) && (8..<12).contains($0.y) })
    }

    @Test(
        "a picture whose rows or columns go the other way is turned",
        arguments: [
            ("S=r,T=d", false, false), ("S=r,T=u", false, true), ("S=l,T=d", true, false), ("S=l,T=u", true, true),
        ]
    )
    func orientation(value: String, isMirrored: Bool, isFlipped: Bool) throws {
        let bytes = try KTXFixture.bytes("plain-sRGB.ktx")
        let entry = Array("KTXorientation\0\(value)\0".utf8)
        let keys = [UInt8(entry.count), 0, 0, 0] + entry + [UInt8](repeating: 0, count: (4 - entry.count % 4) % 4)
        let turned = bytes[..<60] + [UInt8(keys.count), 0, 0, 0] + keys + bytes[64...]
        let picture = try KTXFixture.picture(.sRGB)
        let expected = Picture(width: 135, height: 41, channels: 4) { x, y, channel in
            picture[isMirrored ? 134 - x : x, isFlipped ? 40 - y : y][channel]
        }
        #expect(try Decoded(Array(turned)).picture == expected)
    }

    @Test("the first level of several is taken")
    func levels() throws {
        var bytes = try KTXFixture.bytes("plain-sRGB.ktx")
        bytes[56] = 3
        bytes += [16, 0, 0, 0] + [UInt8](repeating: 7, count: 16)
        #expect(try Decoded(bytes).picture == KTXFixture.picture(.sRGB))
    }

    @Test("what was read as KTX is written as PNG")
    func outputKind() {
        #expect(OutputFormat.Kind(.ktx) == .png)
    }

    @Test("a file is not read on when nobody waits for it")
    func cancellation() throws {
        let cancellation = Cancellation()
        let bytes = try SecureBytes(copying: KTXFixture.bytes("compressed.atx"))
        let file = try KTXFile(opening: bytes, limits: DecodingLimits(), work: WorkContext(cancellation: cancellation))
        cancellation.cancel()
        #expect(throws: DecodingError.cancelled) { _ = try file.decoded().format }
    }
}
