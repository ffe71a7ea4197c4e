import BoundedWork
import Foundation
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts

@Suite("Files that Zstandard packed, as carriers")
struct ZstandardTests {
    /// `mail b@mail.example, typed flaming9z` and a line end, packed by zstd 1.5.4 with a checksum.
    private static let packed = "KLUv/QRYKQEAbWFpbCBiQG1haWwuZXhhbXBsZSwgdHlwZWQgZmxhbWluZzl6Cq84FaM="
    private static let text = "mail b@mail.example, typed flaming9z\n"

    private func file() throws -> SecureBytes {
        try SecureBytes(copying: try #require(Data(base64Encoded: Self.packed)))
    }

    private func unpacked(_ file: SecureBytes, _ limits: ZipLimits = ZipLimits()) throws -> SecureBytes {
        var budget = WorkBudget(limit: .max)
        let form = try #require(file.withUnsafeBytes { PackedFile.form(of: $0) })
        #expect(form == .zstandard)
        return try PackedFile(file, form, limits, budget: &budget).contents
    }

    @Test("a file is unpacked, redacted and packed again; one in which nothing is found stays")
    func files() throws {
        let file = try file()
        #expect(try unpacked(file).text == Self.text)
        #expect(ArtefactRedactor.form(of: file) == .zstandard)
        let redactor = try ArtefactRedactor.ofTests(secrets: ["flaming9z"])
        #expect(try unpacked(redactor.redact(file).artefact).text == "mail [email], typed [KNOWN]\n")
        #expect(try ArtefactRedactor.ofTests(TextRules(kinds: [])).redact(file).artefact == file)
    }

    @Test("several frames are one content, also empty ones")
    func frames() throws {
        let file = try file()
        let both = try SecureBytes(copying: file.array + ZstandardFile.packed(SecureBytes(), Cancellation()).array)
        #expect(try unpacked(SecureBytes(copying: both.array + file.array)).text == Self.text + Self.text)
    }

    @Test("what lies in frames that readers pass over is not left", arguments: [false, true])
    func skipped(isFirst: Bool) throws {
        let frame: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 9, 0, 0, 0] + Array("flaming9z".utf8)
        let harmless = try ZstandardFile.packed(SecureBytes("nothing to see"), Cancellation()).array
        let file = try SecureBytes(copying: isFirst ? frame + harmless : harmless + frame)
        let safe = try? ArtefactRedactor.ofTests(secrets: ["flaming9z"]).redact(file).artefact
        #expect(safe?.text.contains("flaming9z") != true)
        #expect(try isFirst || unpacked(#require(safe)).text == "nothing to see")
    }

    @Test("what is cut off, changed or too large is refused, whatever it is")
    func damaged() throws {
        let file = try file()
        for end in 4..<file.count { #expect(throws: ContentFailure.self) { try unpacked(file[0..<end]) } }
        var noise = SeededGenerator(seed: 9)
        for _ in 0..<2_000 {
            var bytes = file.array
            bytes[Int.random(in: 4..<bytes.count, using: &noise)] = .random(in: .min ... .max, using: &noise)
            if let text = try? unpacked(SecureBytes(copying: bytes)).text { #expect(text == Self.text) }
        }
        let zeros = try SecureBytes(copying: [UInt8](repeating: 0, count: 4 << 20))
        let bomb = try ZstandardFile.packed(zeros, Cancellation())
        #expect(bomb.count < 1_000)
        #expect(throws: ContentFailure.self) { try unpacked(bomb) }
        #expect(try unpacked(bomb, ZipLimits(ratio: 1 << 20)) == zeros)
        #expect(throws: ContentFailure.self) { try unpacked(bomb, ZipLimits(entryBytes: 1 << 20, ratio: 1 << 20)) }
    }

    @Test("work that is called off ends, and a file costs what it unpacks to")
    func bounds() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: ContentFailure.self) { try ZstandardFile.packed(SecureBytes("text"), cancellation) }
        var budget = WorkBudget(limit: 8)
        let file = try file()
        #expect(throws: ContentFailure.self) { try PackedFile(file, .zstandard, ZipLimits(), budget: &budget) }
    }
}
