import BoundedWork
import CLibDeflate
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Archives that could be read in several ways are refused")
struct ZipRefusalTests {
    private static let contradiction = ZipError.damagedArchive(
        "contradicts itself: a header of an entry is not what the central directory says"
    )

    @Test("what is no archive")
    func notZip() throws {
        for text in ["", "PK", "{\"a\": 1}", String(repeating: "PK\u{1}\u{2}", count: 100)] {
            #expect(refusal(of: try SecureBytes(text)) == .notZip)
        }
    }

    @Test("something before the first entry, between directory and end, or after the end")
    func surroundings() throws {
        let between = ZipError.damagedArchive("has something before its first entry or before its end")
        let after = ZipError.damagedArchive("is cut off, or something follows its end")
        #expect(try refusal { $0.prefix = Array("#!/bin/sh".utf8) } == .notZip)
        #expect(try refusal { $0.gap = [0] } == between)
        #expect(try refusal { $0.directoryByteCount = 10 } == between)
        #expect(try refusal { $0.suffix = [0] } == after)
        var zip = CraftedZip(entries: [.init("a", "text")])
        let other = CraftedZip(entries: [.init("b", "text")]).bytes
        #expect(refusal(of: try SecureBytes(copying: zip.bytes + other)) == between)
        #expect(refusal(of: try SecureBytes(copying: zip.bytes.dropLast())) == after)
        zip.comment = Array(other.suffix(22))
        #expect(refusal(of: try zip.secureBytes) == .damagedArchive("has two ends"))
    }

    @Test("every archive that is cut off")
    func cutOff() throws {
        let bytes = CraftedZip(entries: [.init("a.txt", "first"), .deflated("b", [1, 2, 3])]).bytes
        for count in 0..<bytes.count {
            #expect(refusal(of: try SecureBytes(copying: bytes.prefix(count))) != nil)
        }
    }

    @Test("an end that says another number of entries, or another end that differs")
    func ends() throws {
        let length = ZipError.damagedArchive("has a central directory of another length than it says")
        for count in [0, 1, 3] { #expect(try refusal { $0.entryCount = count } == length) }
        let differs = ZipError.damagedArchive("has two ends that differ")
        #expect(try refusal { $0.wideEnd = .init(surplus: 1, isNeeded: false) } == differs)
        #expect(try refusal { $0.wideEnd = .init(surplus: 1) } == length)
        #expect(try refusal { $0.wideEnd = .init(surplus: 1 << 40) } == .tooManyEntries(limit: 50_000))
        let hidden = Array(CraftedZip(entries: []).bytes)
        let within = ZipError.damagedArchive("has an end in its central directory")
        #expect(try refusal { $0.entries[0].comment = hidden } == within)
    }

    @Test("a local header that says something else than the central directory")
    func localHeaders() throws {
        #expect(try refusal { $0.entries[0].localName = Array("c.txt".utf8) } == Self.contradiction)
        #expect(try refusal { $0.entries[0].localByteCount = 4 } == Self.contradiction)
        #expect(try refusal { $0.entries[1].localMethod = 8 } == Self.contradiction)
    }

    @Test("a name that an extra field replaces")
    func replacedName() throws {
        let name = Array("a.txt".utf8)
        let field = [1] + little(libdeflate_crc32(0, name, name.count)) + Array("../b".utf8)
        let found = try refusal { $0.entries[0].extra = [0x75, 0x70] + little(UInt16(field.count)) + field }
        #expect(found == .damagedEntry("a.txt", "its headers differ") || found == Self.contradiction)
    }

    @Test("sizes that the contents do not have, and a wrong checksum")
    func contents() throws {
        let deflated = CraftedZip.Entry.deflated("a", Array("a text, a text, a text".utf8))
        func refusalOf(_ change: (inout CraftedZip.Entry) -> Void) throws -> ZipError? {
            var entry = deflated
            change(&entry)
            return refusal(of: try CraftedZip(entries: [entry]).secureBytes)
        }
        let length = ZipError.damagedEntry("a", "it does not inflate to as many bytes as it has")
        #expect(try refusalOf { _ in } == nil)
        #expect(try refusalOf { $0.byteCount += 1 } == length)
        #expect(try refusalOf { $0.byteCount -= 1 } == length)
        #expect(try refusalOf { $0.packed.append(0) } == length)
        #expect(try refusalOf { $0.packed.removeLast() } == length)
        #expect(try refusalOf { $0.packed[0] |= 6 } == length)
        #expect(try refusalOf { $0.checksum ^= 1 } == .damagedEntry("a", "its checksum is wrong"))
        #expect(
            try refusalOf { $0.method = 0 } == .damagedEntry("a", "it is stored in fewer or more bytes than it has")
        )
        let stored = try refusal { $0.entries[0].checksum ^= 1 }
        #expect(stored == .damagedEntry("a.txt", "its checksum is wrong"))
    }

    @Test("a size of Zip64 that lies")
    func wideSizes() throws {
        let field = [1, 0, 8, 0] + little(UInt64(1) << 40)
        let found = try refusal {
            $0.entries[0].byteCount = .max
            $0.entries[0].extra = field
            $0.entries[0].hasDescriptor = true
        }
        #expect(found == .entryTooLarge("a.txt", limit: 256 << 20))
    }

    @Test("encryption, and methods other than deflate")
    func methods() throws {
        #expect(try refusal { $0.entries[1].flags |= 1 } == .encrypted("b.txt"))
        #expect(try refusal { $0.entries[1].flags |= 0x41 } == .encrypted("b.txt"))
        for method in [1, 9, 12, 14, 93] as [UInt16] {
            #expect(try refusal { $0.entries[1].method = method } == .unknownMethod("b.txt", Int(method)))
        }
    }

    @Test(
        "links, devices, and a directory that is a file",
        arguments: [0o120777, 0o020644, 0o060644, 0o010644, 0o140644, 0o040755]
    )
    func specialFiles(mode: UInt32) throws {
        #expect(try refusal { $0.entries[0].attributes = mode << 16 } == .specialFile("a.txt"))
    }

    @Test("a directory with contents")
    func directory() throws {
        let found = try refusal { $0.entries[0] = .init("folder/", "text") }
        #expect(found == .damagedEntry("folder/", "a directory has no contents"))
    }

    @Test("a sentence names the entry, steers nothing, and says what to do")
    func sentences() {
        let errors: [ZipError] = [
            .notZip, .damagedArchive("has two ends"), .damagedEntry("a\u{1B}[2J", "its checksum is wrong"),
            .unsafeName("../b", "leads out of its folder"), .repeatedName("c"), .specialFile("d"), .encrypted("e"),
            .unknownMethod("f", 12), .tooManyEntries(limit: 5), .entryTooLarge("g", limit: 6),
            .archiveTooLarge(limit: 7),
            .tooDense("h", limit: 8), .unfinished(.spent),
        ]
        #expect(errors[2].description == #"the entry "a\u{1B}[2J" is damaged: its checksum is wrong; pack it again"#)
        #expect(
            errors.allSatisfy { !$0.description.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        )
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}
