import BoundedWork
import SecureMemory
import Testing

@testable import Artefacts

@Suite("An archive takes no more memory and time than allowed")
struct ZipBombTests {
    private static let zeros = CraftedZip.Entry.deflated("zeros", [UInt8](repeating: 0, count: 4 << 20))

    private func refusal(_ entries: [CraftedZip.Entry], _ limits: ZipLimits) throws -> ZipError? {
        ArtefactsTests.refusal(of: try CraftedZip(entries: entries).secureBytes, limits: limits)
    }

    @Test("an entry that is too dense is refused, a short one is not")
    func ratio() throws {
        #expect(try refusal([Self.zeros], ZipLimits()) == .tooDense("zeros", limit: 250))
        #expect(try refusal([Self.zeros], ZipLimits(ratio: 2000)) == nil)
        let short = CraftedZip.Entry.deflated("zeros", [UInt8](repeating: 0, count: 1 << 20))
        #expect(try refusal([short], ZipLimits()) == nil)
    }

    @Test("numbers of entries and bytes are bounded, one by one and in all")
    func limits() throws {
        let entries = (0..<5).map { CraftedZip.Entry("\($0)", "twenty bytes of text") }
        #expect(try refusal(entries, ZipLimits(entries: 5, entryBytes: 20, totalBytes: 100)) == nil)
        #expect(try refusal(entries, ZipLimits(entries: 4)) == .tooManyEntries(limit: 4))
        #expect(try refusal(entries, ZipLimits(entryBytes: 19)) == .entryTooLarge("0", limit: 19))
        #expect(try refusal(entries, ZipLimits(totalBytes: 99)) == .archiveTooLarge(limit: 99))
    }

    @Test("entries that share contents are refused, or each would cost all of them")
    func sharedContents() throws {
        var second = Self.zeros
        second.isShared = true
        second.name = Array("again".utf8)
        var first = Self.zeros
        first.name = second.name
        // libzip compares names, so that a shared header is one name twice.
        #expect(try refusal([first, second], ZipLimits(ratio: 2000)) == .repeatedName("again"))
        second.name = Array("other".utf8)
        let found = try refusal([first, second], ZipLimits(ratio: 2000))
        #expect(
            found == .damagedArchive("contradicts itself: a header of an entry is not what the central directory says")
        )
        // The second header lies within the contents of the first.
        let inner = CraftedZip(entries: [.init("b", "text")]).bytes.prefix(35)
        var nested = CraftedZip(entries: [.init(name: Array("a".utf8), bytes: Array(inner)), .init("b", "text")])
        nested.entries[1].isShared = true
        var bytes = nested.bytes
        let start = bytes.count - 22 - 4 - 1
        bytes.replaceSubrange(start..<start + 4, with: little(UInt32(31)))
        let overlap = ArtefactsTests.refusal(of: try SecureBytes(copying: bytes))
        #expect(overlap == .damagedEntry("b", "it shares contents with another"))
    }

    @Test("a gigabyte of zeros is refused before memory is taken, and given up as soon as nobody wants it")
    func gigabyte() throws {
        // What a stream of zeros has in its middle repeats.
        let limits = ZipLimits(entryBytes: 2 << 30, totalBytes: 2 << 30, ratio: 2000)
        var entry = Self.zeros
        entry.byteCount = 1 << 30
        let clock = ContinuousClock()
        let time = clock.measure {
            #expect((try? refusal([entry], ZipLimits())) == .entryTooLarge("zeros", limit: 256 << 20))
            #expect((try? refusal([entry], ZipLimits(entryBytes: 1 << 30))) == .tooDense("zeros", limit: 250))
        }
        #expect(time < .milliseconds(500))
        let file = try CraftedZip(entries: [Self.zeros]).secureBytes
        let spent = ArtefactsTests.refusal(of: file, limits: limits, budget: WorkBudget(limit: 20_000))
        #expect(spent == .unfinished(.spent))
        let cancellation = Cancellation()
        let archive = try ZipArchive(opening: file, limits: limits, cancellation: cancellation)
        cancellation.cancel()
        var budget = WorkBudget(limit: .max, cancellation: cancellation)
        #expect(throws: ZipError.unfinished(.cancelled)) { try archive.contents(of: archive.entries[0], &budget) }
        #expect(throws: ZipError.unfinished(.cancelled)) {
            try ZipArchive(opening: file, limits: limits, cancellation: cancellation)
        }
        var writer = ZipWriter(cancellation: cancellation)
        #expect(throws: ZipError.unfinished(.cancelled)) {
            try writer.append("a", SecureBytes(String(repeating: "a", count: 100)))
        }
    }

    @Test("as many names as allowed, which libzip takes for one another, are read in a bounded time")
    func collidingNames() throws {
        // "Aa" and "BB" have one hash in libzip: 33 times the first byte, and the second.
        let names = (0..<20_000).map { number in
            (0..<15).map { number >> $0 & 1 == 0 ? "Ab" : "BA" }.joined()
        }
        let file = try CraftedZip(entries: names.map { .init($0) }).secureBytes
        var count = 0
        let time = try ContinuousClock().measure { count = try ZipArchive(opening: file).entries.count }
        #expect(count == 20_000)
        #expect(time < .seconds(20))
    }
}
