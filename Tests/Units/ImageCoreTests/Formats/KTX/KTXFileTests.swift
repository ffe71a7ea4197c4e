import BoundedWork
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Snapshots of iOS are read in both containers")
struct KTXFileTests {
    static let files: [(name: String, container: KTXContainer)] = [
        ("plain.ktx", KTXContainer(.ktx(.little, isCompressed: false))),
        ("big-endian.ktx", KTXContainer(.ktx(.big, isCompressed: true))),
        ("compressed.ktx", KTXContainer(.ktx(.little, isCompressed: true))),
        ("plain-sRGB.ktx", KTXContainer(.ktx(.little, isCompressed: false), profile: .sRGB)),
        ("compressed.atx", KTXContainer(.atxRows(isCompressed: true))),
        ("rows.atx", KTXContainer(.atxRows(isCompressed: false))),
        ("column-first.atx", KTXContainer(.atxTiles(.columnFirst))),
        ("row-first.atx", KTXContainer(.atxTiles(.rowFirst))),
        ("row-first-padded.atx", KTXContainer(.atxTiles(.rowFirst))),
    ]

    @Test("a file that other programs made has the pixels of astcenc, whatever its order", arguments: files)
    func others(name: String, container: KTXContainer) throws {
        let bytes = try KTXFixture.bytes(name)
        let decoded = try Decoded(bytes)
        let expected = try KTXFixture.picture(container.profile)
        #expect(decoded.picture.largestDifference(from: expected) <= (container.profile == .sRGB ? 0 : 1))
        #expect(decoded.format == .ktx)
        #expect(decoded.colorSpace == .sRGB)
        #expect(decoded.grid == BlockGrid(width: 4, height: 4, margin: 0))
        #expect(PixelSize(declaredBy: try SecureBytes(copying: bytes)) == PixelSize(width: 135, height: 41))
    }

    /// Slopes that a line between two colours comes close to in each block.
    private static func slopes(_ width: Int, _ height: Int, channels: Int) -> Picture {
        Picture(width: width, height: height, channels: channels) { x, y, channel in
            UInt8(clamping: channel == 3 ? 250 - y / 2 : 20 + channel * 30 + x / (channel + 1) + y / 4)
        }
    }

    @Test("a picture of any size reads back from any container", arguments: ASTCProfile.allCases)
    func sizes(profile: ASTCProfile) throws {
        for (width, height) in [(1, 1), (2, 131), (3, 2), (128, 5), (5, 128), (129, 4), (127, 30), (40, 257)] {
            let picture = Self.slopes(width, height, channels: 3)
            for container in KTXContainer.all(profile) {
                let decoded = try Decoded(picture.encoded(.ktx(container)))
                #expect(decoded.picture.channels == 3)
                #expect(decoded.picture.psnr(against: picture) > 48, "\(width)x\(height) \(container)")
            }
        }
    }

    @Test("every size modulo 4 and modulo 128 has the blocks that it takes", arguments: 1...132)
    func everySize(edge: Int) throws {
        let other = edge * 37 % 19 + 1
        let (width, height) = edge % 2 == 0 ? (edge, other) : (other, edge)
        let picture = Self.slopes(width, height, channels: 4)
        for layout: KTXContainer.Layout in [.ktx(.little, isCompressed: true), .atxRows(isCompressed: true)] {
            let decoded = try Decoded(picture.encoded(.ktx(KTXContainer(layout))))
            #expect((decoded.picture.width, decoded.picture.height) == (width, height))
            #expect(decoded.picture.psnr(against: picture) > 44, "\(layout)")
        }
    }

    @Test("the order of the blocks of a screen is told from its seams", arguments: KTXContainer.MortonOrder.allCases)
    func order(order: KTXContainer.MortonOrder) throws {
        for name in ["ios-login.png", "web-profile.png"] {
            let screen = try Decoded(fixture(name)).picture.crop(x: 300, y: 200, width: 402, height: 333)
            let container = KTXContainer(.atxTiles(order))
            let file = try screen.encoded(.ktx(container))
            #expect(try Decoded(file).picture.psnr(against: screen) > 50, "\(name)")
        }
    }

    @Test("a screen that is written loses little, and takes fewer bytes compressed")
    func quality() throws {
        let screen = try Decoded(fixture("ios-login.png")).picture.crop(x: 100, y: 600, width: 800, height: 600)
        let plain = try screen.encoded(.ktx(KTXContainer(.ktx(.little, isCompressed: false))))
        let compressed = try screen.encoded(.ktx())
        #expect(try Decoded(plain).picture == Decoded(compressed).picture)
        #expect(try Decoded(plain).picture.psnr(against: screen) > 55)
        #expect(compressed.count < plain.count / 8)
    }

    @Test("a change to a pixel shows in its block of 4x4 pixels alone")
    func grid() throws {
        let picture = Picture.noise(40, 24, channels: 3, seed: 4)
        var changed = picture
        changed.samples[(9 * 40 + 18) * 3] ^= 0x80
        let (before, after) = (try Decoded(picture.encoded(.ktx())), try Decoded(changed.encoded(.ktx())))
        let places = before.picture.places(differingFrom: after.picture)
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

    @Test("the same picture is the same file")
    func determinism() throws {
        let picture = Picture.noise(50, 30, channels: 4, seed: 6)
        for container in KTXContainer.all(.linear) {
            #expect(try picture.encoded(.ktx(container)) == picture.encoded(.ktx(container)))
        }
    }

    @Test("a picture in Display P3 is converted to sRGB, as a KTX names no space")
    func displayP3() throws {
        let red = Picture.flat(9, 6, [200, 60, 50])
        let file = try PixelBuffer(red).encoded(.ktx(), colorSpace: .displayP3).withUnsafeBytes { Array($0) }
        var expected = try PixelBuffer(red)
        try expected.convert(from: .displayP3, to: .sRGB)
        #expect(try Decoded(file).picture == expected.picture)
        #expect(expected.picture != red)
    }

    @Test("what was read as KTX is written as PNG unless it is asked for")
    func outputKind() {
        #expect(OutputFormat.Kind(.ktx) == .png)
        #expect(OutputFormat.ktx().kind == .ktx)
        #expect(OutputFormat.Kind.ktx.mediaType == "image/ktx")
    }

    @Test("neither reading nor writing goes on when nobody waits for it")
    func cancellation() throws {
        let cancellation = Cancellation()
        let bytes = try SecureBytes(copying: KTXFixture.bytes("compressed.atx"))
        let file = try KTXFile(opening: bytes, limits: DecodingLimits(), cancellation: cancellation)
        let pixels = try PixelBuffer(.gradient(64, 64, channels: 3))
        cancellation.cancel()
        #expect(throws: DecodingError.cancelled) { _ = try file.decoded().format }
        for container in KTXContainer.all(.linear) {
            do throws(EncodingError) {
                _ = try pixels.encoded(.ktx(container), work: WorkContext(cancellation: cancellation))
                Issue.record("a file was written")
            } catch {
                #expect(error == .cancelled)
            }
        }
    }
}
