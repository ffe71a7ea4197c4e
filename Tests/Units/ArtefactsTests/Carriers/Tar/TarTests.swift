import BoundedWork
import Foundation
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Tar archives as carriers")
struct TarTests {
    private static let field = ##"{"password":"flaming9z"}"##

    private func block(_ name: String, _ contents: String, type: Character = "0") -> [UInt8] {
        let bytes = Array(contents.utf8)
        let padding = [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
        return TarHeader.block(name.utf8, byteCount: bytes.count, type: type) + bytes + padding
    }

    private func tar(_ blocks: [UInt8]...) throws -> SecureBytes {
        try SecureBytes(copying: blocks.joined() + [UInt8](repeating: 0, count: 1024))
    }

    private func entries(of file: SecureBytes) throws -> [String: String] {
        var budget = WorkBudget(limit: .max)
        let archive = try TarArchive(file, ZipLimits(), budget: &budget)
        let entries = try archive.names.enumerated().map { ($1, try archive.contents(of: $0, &budget).text) }
        return Dictionary(uniqueKeysWithValues: entries)
    }

    private func refusal(of file: SecureBytes, _ limits: ZipLimits = ZipLimits()) -> String? {
        var budget = WorkBudget(limit: .max)
        do throws(ContentFailure) {
            _ = try TarArchive(file, limits, budget: &budget)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("what one entry tells goes from all, and from their names; links are left out")
    func redacting() throws {
        let source = try tar(
            block("./", "", type: "5"),
            block("./run/", "", type: "5"),
            block("./run/a.json", Self.field),
            block("run/flaming9z.log", "typed flaming9z\n"),
            block("run/link", "", type: "2"),
        )
        #expect(ArtefactRedactor.form(of: source) == .tar)
        let (safe, receipt) = try ArtefactRedactor.ofTests().redact(source)
        #expect(
            try entries(of: safe) == [
                "run/": "", "run/a.json": ##"{"password":"[password]"}"##, "run/[secret].log": "typed [secret]\n",
            ]
        )
        #expect(receipt.entries.map(\.outcome) == [.redacted, .redacted, .dropped])
        #expect(receipt.entries[2].dropped == ["it is a link, or no file"])
        #expect(try ArtefactRedactor.ofTests().check(safe).entries.allSatisfy { $0.texts.isEmpty })
    }

    @Test("long names of pax, of GNU tar and of the prefix are read, and written")
    func names() throws {
        let long = String(repeating: "folder/", count: 30) + "a.txt"
        let record = " path=\(long)\n"
        let pax = block("pax", "\(record.utf8.count + 3)" + record, type: "x") + block("short", "one")
        let gnu = block("././@LongLink", long + "\0", type: "L") + block("short", "one")
        var prefixed = TarHeader.block("a.txt".utf8, byteCount: 0, type: "0")
        for (index, byte) in "deep/er".utf8.enumerated() { prefixed[345 + index] = byte }
        let sum = prefixed[..<148].reduce(0) { $0 + Int($1) } + prefixed[156...].reduce(256) { $0 + Int($1) }
        for (index, byte) in ("0" + String(sum, radix: 8)).utf8.enumerated() { prefixed[148 + index] = byte }
        #expect(try entries(of: tar(pax)) == [long: "one"])
        #expect(try entries(of: tar(gnu)) == [long: "one"])
        #expect(try entries(of: tar(prefixed)) == ["deep/er/a.txt": ""])
        let packed = try TarArchive.packed([
            (long, SecureBytes("one")), ("b/", SecureBytes()), ("b/c", SecureBytes("2")),
        ])
        #expect(try entries(of: packed) == [long: "one", "b/": "", "b/c": "2"])
        #expect(packed.count % 512 == 0)
    }

    @Test("gzip round a tar archive stays round it")
    func gzip() throws {
        let source = try tar(block("a.json", Self.field))
        var budget = WorkBudget(limit: .max)
        let other = try SecureBytes(copying: #require(Data(base64Encoded: DeflatedTests.gzip)))
        let packed = try PackedFile(other, .gzip, ZipLimits(), budget: &budget).packed(source, Cancellation())
        #expect(ArtefactRedactor.form(of: packed) == .gzip)
        let (safe, receipt) = try ArtefactRedactor.ofTests().redact(packed)
        #expect(receipt.entries.map(\.name) == ["a.json"])
        let inner = try PackedFile(safe, .gzip, ZipLimits(), budget: &budget).contents
        #expect(try entries(of: inner) == ["a.json": ##"{"password":"[password]"}"##])
    }

    @Test("an archive that contradicts itself, or leads out of its folder, is refused")
    func refused() throws {
        var damaged = block("a", "one")
        damaged[3] ^= 1
        let file = try tar(block("a", "one"))
        #expect(
            try refusal(of: tar(block("a", "one"), damaged))
                == "the archive is damaged: a header has a wrong checksum; pack it again"
        )
        #expect(refusal(of: file[0..<700]) == "the archive is damaged: it is cut off; pack it again")
        #expect(try refusal(of: tar(block("pax", "99 path=a\n", type: "x"), block("a", ""))) != nil)
        #expect(try refusal(of: tar(block("../a", "one")))?.contains("leads out of its folder") == true)
        #expect(try refusal(of: tar(block("/a", "one")))?.contains("begins with a slash") == true)
        #expect(try refusal(of: tar(block("a", "one"), block("./a", "two")))?.contains("taken by two entries") == true)
        #expect(refusal(of: file, ZipLimits(entryBytes: 2)) == "an entry has more than 2 bytes")
        #expect(refusal(of: file, ZipLimits(totalBytes: 2)) == "the entries have more than 2 bytes in all")
        #expect(refusal(of: file, ZipLimits(entries: 0)) == "the archive has more than 0 entries")
        #expect(refusal(of: file) == nil)
    }

    @Test("sizes in the binary form of GNU tar, and nonsense in their place")
    func sizes() throws {
        func sized(_ field: [UInt8]) throws -> SecureBytes {
            var header = TarHeader.block("a".utf8, byteCount: 0, type: "0")
            header.replaceSubrange(124..<136, with: field)
            let sum = header[..<148].reduce(0) { $0 + Int($1) } + header[156...].reduce(256) { $0 + Int($1) }
            let text = String(sum, radix: 8)
            header.replaceSubrange(
                148..<156,
                with: Array((String(repeating: "0", count: 6 - text.count) + text).utf8) + [0, 32]
            )
            return try tar(header, Array("one".utf8) + [UInt8](repeating: 0, count: 509))
        }
        #expect(try entries(of: sized([0x80] + [UInt8](repeating: 0, count: 10) + [3])) == ["a": "one"])
        for field in [
            [0x80] + [UInt8](repeating: 0xFF, count: 11), Array("-00000000003".utf8),
            Array("9".utf8) + [UInt8](repeating: 0, count: 11),
        ] {
            #expect(try refusal(of: sized(field)) == "the archive is damaged: it is cut off; pack it again")
        }
    }
}
