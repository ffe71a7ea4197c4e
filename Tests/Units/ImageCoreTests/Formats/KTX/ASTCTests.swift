import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Blocks of ASTC are decoded as by astcenc")
struct ASTCTests {
    static func bits(_ bytes: ArraySlice<UInt8>) -> ASTCBits {
        func half(_ bytes: some Collection<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        return ASTCBits(low: half(bytes.prefix(8)), high: half(bytes.dropFirst(8)))
    }

    static func texels(_ block: ASTCBits, _ profile: ASTCProfile = .linear) throws -> [UInt8] {
        let decoder = try ASTCBlockDecoder(profile)
        var texels = [UInt8](repeating: 0, count: 64)
        texels.withUnsafeMutableBytes { texels in
            if let base = texels.baseAddress { decoder.decode(block, to: base, stride: 16) }
        }
        return texels
    }

    static let magenta = [UInt8](repeatElement([255, 0, 255, 255], count: 16).joined())

    @Test("blocks of every mode decode as by astcenc, on any threads", arguments: ASTCProfile.allCases, [1, 3])
    func everyMode(profile: ASTCProfile, threads: Int) throws {
        let blocks = try KTXFixture.bytes("modes.blocks")
        let samples = try KTXFixture.bytes("modes-\(profile.rawValue).rgba")
        let expected = Picture(width: 96, height: 96, channels: 4, samples: samples)
        let size = try #require(PixelSize(width: 96, height: 96))
        let decoded = try ASTCPicture.decode(size, profile, WorkContext(threads: { threads })) { column, row in
            Self.bits(blocks[(row * 24 + column) * 16..<(row * 24 + column + 1) * 16])
        }
        // astcenc rounds linear samples to the nearest; the specification takes their upper bits.
        #expect(decoded.picture.largestDifference(from: expected) <= (profile == .sRGB ? 0 : 1))
        let starts = stride(from: 0, to: blocks.count, by: 16)
        let modes = Set(starts.map { start in Int(blocks[start]) + Int(blocks[start + 1] & 7) * 256 })
        let valid = (0..<2048).filter { ASTCBlockMode($0) != nil }
        #expect(valid.allSatisfy(modes.contains), "a mode is not in the fixture")
    }

    @Test("a block that is not allowed is magenta")
    func reserved() throws {
        var generator = SeededGenerator(seed: 3)
        for mode in 0..<2048 where ASTCBlockMode(mode) == nil && mode & 0x1FF != 0x1FC {
            let low = generator.next() & ~0x7FF | UInt64(mode)
            #expect(try Self.texels(ASTCBits(low: low, high: generator.next())) == Self.magenta)
        }
    }

    @Test("any block decodes to something, and writes no more than its 16 texels")
    func noise() throws {
        var generator = SeededGenerator(seed: 5)
        let decoder = try ASTCBlockDecoder(.sRGB)
        var memory = [UInt8](repeating: 0xA5, count: 128)
        memory.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            for _ in 0..<50_000 {
                let low = generator.next()
                let bits = ASTCBits(low: low & ~(generator.next() & 0x78C), high: generator.next())
                decoder.decode(bits, to: base + 32, stride: 16)
            }
        }
        #expect((memory.prefix(32) + memory.suffix(32)).allSatisfy { $0 == 0xA5 })
    }
}
