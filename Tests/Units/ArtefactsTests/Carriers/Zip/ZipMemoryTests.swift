import MemorySentinel
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Contents of archives are in wiped memory alone", .serialized)
struct ZipMemoryTests {
    @Test("nothing of an entry is left once its archive is released, stored or deflated", arguments: [4, 40, 20_000])
    func remains(copies: Int) throws {
        let sentinel = Sentinel()
        // Keeps the allocator from unmapping what is freed.
        let neighbour = try SecureBytes(copying: [1])
        try packAndUnpack(sentinel, copies)
        #expect(neighbour.count == 1)
        #expect(sentinel.occurrences() == 0)
    }

    @inline(never)
    private func packAndUnpack(_ sentinel: Sentinel, _ copies: Int) throws {
        let contents = try sentinel.planted(copies: copies)
        var picture = try SecureBytesBuilder()
        try picture.append("GIF89a")
        try picture.append(contents)
        let stored = picture.finish()
        let archive = try ZipArchive(opening: packed([("deflated", contents), ("stored", stored)]))
        #expect(archive.entries.map(\.isDeflated) == [true, false])
        let unpacked = try archive.unpacked().map(\.contents)
        #expect(unpacked == [contents, stored])
        #expect(sentinel.occurrences() >= 3 * copies)
    }
}
