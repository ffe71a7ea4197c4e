import BoundedWork
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Archives of other programs are read")
struct ZipReadingTests {
    private static let text = Array(String(repeating: "some text ", count: 1000).utf8)

    private func text(_ change: (inout CraftedZip) -> Void) throws -> [String] {
        var zip = CraftedZip(entries: [.init("a", "first"), .deflated("b", Self.text)])
        change(&zip)
        return try ZipArchive(opening: zip.secureBytes).unpacked().map { "\($0.name) \($0.contents.count)" }
    }

    @Test("sizes after the contents, comments, extra fields and an end of Zip64 are understood")
    func structures() throws {
        #expect(try text { _ in } == ["a 5", "b 10000"])
        #expect(try text { $0.entries[1].hasDescriptor = true } == ["a 5", "b 10000"])
        // As by macOS.
        let finder = try text {
            $0.entries[1].hasDescriptor = true
            $0.entries[1].localByteCount = 10_000
        }
        #expect(finder == ["a 5", "b 10000"])
        #expect(try text { $0.comment = Array("made by hand".utf8) } == ["a 5", "b 10000"])
        #expect(try text { $0.entries[0].comment = Array("note".utf8) } == ["a 5", "b 10000"])
        #expect(try text { $0.entries[0].extra = [0x55, 0x54, 5, 0, 1, 1, 2, 3, 4] } == ["a 5", "b 10000"])
        #expect(try text { $0.wideEnd = .init() } == ["a 5", "b 10000"])
        #expect(try text { $0.wideEnd = .init(isNeeded: false) } == ["a 5", "b 10000"])
        #expect(try text { $0.entries[0].attributes = 0o100644 << 16 } == ["a 5", "b 10000"])
    }

    @Test("a large archive with an end of Zip64 is read, too")
    func largeZip64() throws {
        let noise = String(repeating: "0123456789", count: 20_000)
        let sizes = try text {
            $0.entries.append(.init("c", noise))
            $0.wideEnd = .init()
        }
        #expect(sizes == ["a 5", "b 10000", "c 200000"])
    }

    @Test("an archive within an archive is a file like any other, stored or deflated, first or last")
    func nested() throws {
        let inner = CraftedZip(entries: [.init("inner", "text")]).bytes
        let sizes = try text { $0.entries.append(.init(name: Array("c.zip".utf8), bytes: inner)) }
        #expect(sizes == ["a 5", "b 10000", "c.zip \(inner.count)"])
    }

    @Test("contents are read in any order, and again")
    func anyOrder() throws {
        let archive = try ZipArchive(
            opening: CraftedZip(entries: [.init("a", "first"), .init("b", "second")]).secureBytes
        )
        var budget = WorkBudget(limit: .max)
        let texts = try [1, 0, 1].map { try archive.contents(of: archive.entries[$0], &budget).text }
        #expect(texts == ["second", "first", "second"])
    }
}
