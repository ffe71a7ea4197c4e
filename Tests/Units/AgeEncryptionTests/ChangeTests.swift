import FoundationEssentials
import SecureMemory
import SeededRandom
import Testing

@testable import AgeEncryption

@Suite("Files that were changed")
struct ChangeTests {
    private let identity: AgeIdentity
    private let plain = Array("the content of a small file".utf8)
    private let file: [UInt8]

    init() throws {
        identity = try AgeIdentity()
        file = try sealed(plain, to: [AgeIdentity().recipient, identity.recipient]).array
    }

    @Test("cut at any place, a file is refused by name")
    func cut() throws {
        for count in file.indices {
            let fault = try #require(
                try fault(Array(file[..<count]), [identity]),
                "\(count) of \(file.count) bytes are opened"
            )
            let isWithinContent = count >= file.count - plain.count
            #expect(fault == (count == 0 ? .notAge : isWithinContent ? .changed : .cut), "\(count)")
        }
        let armored = try AgeFile.armored(SecureBytes(copying: file)).array
        for count in armored.indices.dropLast() {
            #expect(
                try fault(Array(armored[..<count]), [identity]) != nil,
                "\(count) of \(armored.count) bytes are opened"
            )
        }
    }

    @Test("cut around the borders of its chunks, a file is refused", arguments: [65_536, 65_537, 131_072, 131_080])
    func cutChunks(size: Int) throws {
        let file = try sealed([UInt8](repeating: 1, count: size), to: [identity.recipient]).array
        let start = file.count - PayloadWriter.byteCount(ofPlaintext: size)
        for border in stride(from: start, through: file.count, by: 65_552) {
            for count in max(0, border - 40)...min(file.count - 1, border + 40) {
                let fault = try fault(Array(file[..<count]), [identity])
                #expect(fault == .cut || fault == .changed, "\(count)")
            }
        }
    }

    @Test("with any bit of it changed, a file is refused")
    func bits() throws {
        for place in file.indices {
            for bit in 0..<8 {
                var changed = file
                changed[place] ^= 1 << UInt8(bit)
                let fault = try fault(changed, [identity])
                #expect(fault != nil, "byte \(place), bit \(bit)")
                if place >= file.count - plain.count - 32 { #expect(fault == .changed) }
            }
        }
    }

    @Test("with bytes after its end, a file is refused", arguments: [1, 16, 17, 70_000])
    func trailing(count: Int) throws {
        let longer = file + [UInt8](repeating: 0, count: count)
        #expect(try fault(longer, [identity]) == .changed)
        let whole = try sealed([UInt8](repeating: 1, count: 65_536), to: [identity.recipient]).array
        #expect(try fault(whole + [UInt8](repeating: 0, count: count), [identity]) == .trailingBytes)
    }

    static let count = ProcessInfo.processInfo.environment["SNAPVEIL_AGE_MUTATIONS"].flatMap(Int.init) ?? 4000

    @Test("no mutated file is opened, whatever was done to it; SNAPVEIL_AGE_MUTATIONS says how many are tried")
    func mutations() throws {
        var random = SeededGenerator(seed: 20)
        var files: [[UInt8]] = []
        for size in [0, 1, 30, 500] {
            let file = try sealed(random.bytes(size), to: [AgeIdentity().recipient, identity.recipient])
            files += [file.array, try AgeFile.armored(file).array]
        }
        var openedCount = 0
        for number in 0..<Self.count {
            let original = files[random.int(0...files.count - 1)]
            var mutated = original
            for _ in 0...random.int(0...3) { mutated = mutate(mutated, files, &random) }
            guard mutated != original else { continue }
            guard try fault(mutated, [identity]) == nil else { continue }
            openedCount += 1
            let texts = files.map(essence)
            #expect(texts.contains(essence(mutated)), "mutation \(number) opens another file")
        }
        // Armour may get other line ends, and white space around it.
        #expect(openedCount <= Self.count / 20)
    }

    /// The text without the white space and the line ends that armour leaves open.
    private func essence(_ file: [UInt8]) -> [UInt8] {
        guard !file.starts(with: AgeHeader.origin) else { return file }
        let text = file.drop(while: Armor.isWhiteSpace)
        let end = text.lastIndex { !Armor.isWhiteSpace($0) } ?? text.startIndex
        return String(decoding: text[...end], as: UTF8.self).replacing("\r\n", with: "\n").utf8.map { $0 }
    }

    private func mutate(_ file: [UInt8], _ files: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
        guard !file.isEmpty else { return random.bytes(random.int(0...20)) }
        var file = file
        let place = random.int(0...file.count - 1)
        let end = min(file.count, place + random.int(1...40))
        switch random.int(0...9) {
        case 0: file[place] ^= 1 << UInt8(random.int(0...7))
        case 1: file[place] = UInt8(random.int(0...255))
        case 2: file.remove(at: place)
        case 3: file.insert(UInt8(random.int(0...255)), at: place)
        case 4: file.insert(contentsOf: Array("\n\r -=A".utf8).shuffled(using: &random).prefix(1), at: place)
        case 5: file.removeSubrange(place..<end)
        case 6: file.insert(contentsOf: file[place..<end], at: random.int(0...file.count))
        case 7: file.removeLast(file.count - place)
        case 8: file.swapAt(place, random.int(0...file.count - 1))
        default:
            let other = files[random.int(0...files.count - 1)]
            file = Array(file[..<place] + other[random.int(0...other.count - 1)...])
        }
        return file
    }
}
