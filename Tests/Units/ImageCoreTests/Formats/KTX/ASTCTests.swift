import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Blocks of ASTC are decoded as by astcenc, and written so that both read the same")
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

    @Test("blocks of every mode decode as by astcenc", arguments: ASTCProfile.allCases)
    func everyMode(profile: ASTCProfile) throws {
        let blocks = try KTXFixture.bytes("modes.blocks")
        let samples = try KTXFixture.bytes("modes-\(profile.rawValue).rgba")
        let expected = Picture(width: 96, height: 96, channels: 4, samples: samples)
        let size = try #require(PixelSize(width: 96, height: 96))
        let decoded = try ASTCPicture.decode(size, profile, Cancellation()) { column, row in
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

    @Test("a single colour is kept as it is")
    func flat() throws {
        var generator = SeededGenerator(seed: 8)
        for profile in ASTCProfile.allCases {
            for _ in 0..<200 {
                let color = generator.bytes(4)
                let texel = SIMD4<UInt8>(color[0], color[1], color[2], color[3])
                let block = ASTCBlockEncoder(profile).block(.init(repeating: texel))
                #expect(try Self.texels(block, profile) == [UInt8](repeatElement(color, count: 16).joined()))
            }
        }
    }

    @Test("two colours of a block, and two greys, are kept as they are")
    func twoColors() throws {
        var generator = SeededGenerator(seed: 9)
        for round in 0..<200 {
            var colors = [generator.bytes(3), generator.bytes(3)]
            if round % 2 == 0 { colors = colors.map { [$0[0], $0[0], $0[0]] } }
            var texels = InlineArray<16, SIMD4<UInt8>>(repeating: .init())
            for index in 0..<16 {
                let color = colors[index == 3 ? 1 : generator.int(0...1)]
                texels[index] = .init(color[0], color[1], color[2], 255)
            }
            let shown = try Self.texels(ASTCBlockEncoder(.linear).block(texels))
            for index in 0..<16 {
                let texel = texels[index]
                #expect(Array(shown[index * 4..<index * 4 + 4]) == [texel.x, texel.y, texel.z, texel.w])
            }
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

    @Test("integers of every range read back", arguments: ASTCRange.all.indices)
    func integers(index: Int) {
        var generator = SeededGenerator(seed: UInt64(index))
        let range = ASTCRange.all[index]
        let tables = ASTCTables.shared
        let reader = ASTCIntegerReader(trits: tables.trits, quints: tables.quints)
        let meanings = (0...255).map { UInt8($0) }
        for count in 1...16 where range.bitCount(count) <= 128 {
            let integers = (0..<count).map { _ in UInt8(generator.int(0...range.count - 1)) }
            let bits = integers.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { ASTCIntegerWriter(range).bits($0, count: count) } ?? .none
            }
            #expect(bits.prefix(range.bitCount(count)) == bits)
            var read = [UInt8](repeating: 0, count: count + 4)
            read.withUnsafeMutableBufferPointer { read in
                meanings.withUnsafeBufferPointer { meanings in
                    guard let target = read.baseAddress, let meanings = meanings.baseAddress else { return }
                    reader.read(count, range, from: bits, meanings, to: target)
                }
            }
            #expect(Array(read.prefix(count)) == integers)
        }
    }
}
