import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts

@Suite("Archives of which a part is read at a time")
struct ZipIndexTests {
    private func zip(_ count: Int) -> CraftedZip {
        CraftedZip(entries: (0..<count).map { .deflated("dir/\($0).txt", Array("text \($0)".utf8)) })
    }

    @Test("the directory is asked for where it is longer than what is known of the end")
    func tail() throws {
        let file = try zip(100).secureBytes
        let contents = try ZipArchive(opening: file).unpacked()
        for tail in [22, 100, 2_000, file.count] {
            let divided = try DividedArchive(file, tail: tail)
            let archive = try ZipArchive(opening: divided.archive(of: [99, 3, 50]))
            #expect(try archive.unpacked().map(\.contents) == [99, 3, 50].map { contents[$0].contents })
        }
    }

    @Test(
        "numbers that have room in the wide fields alone are found there",
        arguments: [[0], [0, 1], [0, 1, 2], [2]]
    )
    func wide(fields: [Int]) throws {
        let entry = CraftedZip.Entry.deflated("wide", Array(repeating: 65, count: 1000))
        var zip = CraftedZip(entries: zip(2).entries)
        let start = zip.bytes.count - 22 - zip.entries.reduce(0) { $0 + 46 + $1.name.count }
        let numbers = [Int(entry.byteCount), entry.packed.count, start]
        let wide = fields.flatMap { little(UInt64(numbers[$0])) }
        zip.entries.append(entry)
        zip.entries[2].extra = little(UInt16(1)) + little(UInt16(wide.count)) + wide
        var file = zip.bytes
        let header = file.count - 22 - 46 - entry.name.count - 4 - wide.count
        for field in fields {
            for byte in 0..<4 { file[header + [24, 20, 42][field] + byte] = 0xFF }
        }
        let contents = try ZipArchive(opening: SecureBytes(copying: file)).unpacked()
        let divided = try DividedArchive(SecureBytes(copying: file))
        let archive = try ZipArchive(opening: divided.archive(of: [2, 0]))
        #expect(try archive.unpacked().map(\.contents) == [contents[2].contents, contents[0].contents])
    }

    @Test("contents that are stored as they are begin behind the header; others have no beginning")
    func stored() throws {
        let picture = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13]
        func start(_ change: (inout CraftedZip.Entry) -> Void = { _ in }) throws -> Int? {
            var zip = CraftedZip(entries: [.init("a name.png", "")])
            zip.entries[0].packed = picture
            change(&zip.entries[0])
            return zip.bytes.withUnsafeBytes(ZipIndex.Entry.startOfStored)
        }
        let place = try #require(try start())
        #expect(place == 40)
        #expect(try start { $0.method = 8 } == nil)
        #expect(try start { $0.flags |= 1 } == nil)
        #expect([UInt8](repeating: 0, count: 29).withUnsafeBytes(ZipIndex.Entry.startOfStored) == nil)
        #expect(picture.withUnsafeBytes(ArtefactRedactor.isPicture))
        let tar = TarHeader.block(picture.prefix(8), byteCount: 0, type: "0")
        for other in [Array("BM is a text".utf8), Array("GIF8: a text".utf8), [], tar] {
            #expect(!other.withUnsafeBytes(ArtefactRedactor.isPicture), "\(other.prefix(8))")
        }
    }

    @Test("entries that share contents, lie beyond the directory or are too large are refused before anything is read")
    func refusals() throws {
        var shared = zip(3)
        shared.entries[2].isShared = true
        #expect(throws: ContentFailure.self) { try DividedArchive(shared.secureBytes) }
        var long = zip(3)
        long.entries[1].byteCount = 1 << 30
        #expect(throws: ContentFailure.self) { try DividedArchive(long.secureBytes) }
        let limits = ZipLimits(entries: 2)
        #expect(throws: ContentFailure.self) { try DividedArchive(zip(3).secureBytes, limits: limits) }
        #expect(throws: ContentFailure.self) { try DividedArchive(SecureBytes("no archive")) }
    }

    @Test("a damaged archive gives in parts what it gives as a whole, or is refused")
    func damaged() throws {
        let file = zip(4).bytes
        var noise = SeededGenerator(seed: 11)
        var (read, refused) = (0, 0)
        for _ in 0..<4_000 {
            var changed = file
            for _ in 0..<Int.random(in: 1...3, using: &noise) {
                changed[Int.random(in: changed.indices, using: &noise)] = .random(in: .min ... .max, using: &noise)
            }
            let bytes = try SecureBytes(copying: changed)
            let whole = try? ZipArchive(opening: bytes).unpacked()
            let inParts = try? Self.unpackedInParts(bytes)
            if let inParts {
                read += 1
                #expect(whole?.map(\.name) == inParts.map(\.name))
                #expect(whole?.map(\.contents) == inParts.map(\.contents))
            } else {
                refused += 1
                #expect(whole == nil)
            }
        }
        #expect(read > 100 && refused > 100)
    }

    /// The names with all contents, of each entry on its own.
    static func unpackedInParts(
        _ file: SecureBytes,
        limits: ZipLimits = ZipLimits()
    ) throws -> [(name: String, contents: SecureBytes)] {
        let divided = try DividedArchive(file, limits: limits)
        return try divided.names.indices.flatMap { index in
            try ZipArchive(opening: divided.archive(of: [index]), limits: limits).unpacked()
        }
    }
}
