import BoundedWork
import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Archives as carriers")
struct ArchiveTests {
    private static let png = "\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) } + [0, 0, 0, 13]

    private func archive(_ entries: [(String, [UInt8])]) throws -> SecureBytes {
        try packed(entries.map { ($0.0, try SecureBytes(copying: $0.1)) })
    }

    private func contents(of archive: SecureBytes) throws -> [String: String] {
        let entries = try ZipArchive(opening: archive).unpacked()
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.contents.text) })
    }

    @Test("what a field of one entry tells goes from all entries, and from their names")
    func told() throws {
        let source = try archive([
            ("shots/", []), ("shots/flaming9z.png", Self.png), ("a.log", Array("typed flaming9z\n".utf8)),
            ("trace.trace", Array((##"{"selector":"#password","value":"flaming9z"}"## + "\n").utf8)),
        ])
        let (safe, receipt) = try ArtefactRedactor.ofTests().redact(source)
        #expect(
            try contents(of: safe) == [
                "shots/": "", "shots/[secret].png": "PICTURE", "a.log": "typed [secret]\n",
                "trace.trace": ##"{"selector":"#password","value":"[password]"}"## + "\n",
            ]
        )
        #expect(receipt.entries.map(\.name) == ["shots/[secret].png", "a.log", "trace.trace"])
        #expect(receipt.entries.map(\.outcome) == [.redacted, .redacted, .redacted])
        #expect(receipt.entries.map(\.pictures) == [1, 0, 0])
    }

    @Test("reasons name an entry without the secrets in its name")
    func reasons() throws {
        let field = ##"{"password":"flaming9z"}"##
        var damaged = CraftedZip(entries: [.init("flaming9z.txt", "first"), .init("a.json", field)])
        damaged.entries[0].checksum ^= 1
        let (_, receipt) = try ArtefactRedactor.ofTests().redact(damaged.secureBytes)
        let reason = #"the entry "[secret].txt" is damaged: its checksum is wrong; pack it again"#
        #expect(receipt.entries[0].dropped == [reason])
        let report = try ArtefactRedactor.ofTests().check(damaged.secureBytes)
        #expect(report.entries[0].failures == [reason])
        let refused = #""[secret].txt": "# + reason
        #expect(throws: ContentFailure.refused(refused)) {
            try ArtefactRedactor.ofTests(unknown: .fail).redact(damaged.secureBytes)
        }
    }

    @Test("a file that is not understood is dropped, kept or refused")
    func unknown() throws {
        let source = try archive([("report.pdf", Array("%PDF\0".utf8)), ("a.txt", Array("fine".utf8))])
        let (safe, receipt) = try ArtefactRedactor.ofTests().redact(source)
        #expect(try contents(of: safe) == ["a.txt": "fine"])
        #expect(receipt.entries.map(\.outcome) == [.dropped, .kept])
        #expect(receipt.entries[0].dropped == ["it is a PDF"])
        let kept = try ArtefactRedactor.ofTests(unknown: .keep).redact(source)
        #expect(try contents(of: kept.artefact).count == 2)
        #expect(throws: ContentFailure.refused("\"report.pdf\": it is a PDF")) {
            try ArtefactRedactor.ofTests(unknown: .fail).redact(source)
        }
    }

    @Test("a recording is dropped or refused unless it is asked for, also where all that is not understood is kept")
    func recordings() throws {
        let source = try archive([("run.webm", [0x1A, 0x45, 0xDF, 0xA3, 0]), ("a.txt", Array("fine".utf8))])
        func redacted(_ foreign: ArtefactRedactor.Foreign) throws -> [String: String] {
            let redactor = ArtefactRedactor(TextRules(), PicturesOfTests(), foreign: foreign)
            return try contents(of: redactor.redact(source).artefact)
        }
        #expect(try redacted(ArtefactRedactor.Foreign(unknown: .keep)) == ["a.txt": "fine"])
        for unknown in ArtefactRedactor.Unknown.allCases {
            #expect(try redacted(ArtefactRedactor.Foreign(unknown: unknown, recordings: .keep)).count == 2)
        }
        #expect(throws: ContentFailure.refused("\"run.webm\": it is a recording")) {
            try redacted(ArtefactRedactor.Foreign(unknown: .fail))
        }
    }

    @Test(
        "a picture that cannot be redacted is dropped, and never kept",
        arguments: [ArtefactRedactor.Unknown.drop, .keep]
    )
    func picture(unknown: ArtefactRedactor.Unknown) throws {
        let redactor = ArtefactRedactor(
            TextRules(),
            PicturesOfTests(isBroken: true),
            foreign: ArtefactRedactor.Foreign(unknown: unknown)
        )
        let (safe, receipt) = try redactor.redact(archive([("a.png", Self.png), ("b.txt", Array("fine".utf8))]))
        #expect(try contents(of: safe) == ["b.txt": "fine"])
        #expect(receipt.entries[0].dropped == ["it is broken"])
    }

    @Test("archives within archives are opened, four deep")
    func nested() throws {
        var source = try archive([("a.txt", Array("mail b@mail.example".utf8))])
        for _ in 0..<3 { source = try archive([("in.zip", source.withUnsafeBytes { Array($0) })]) }
        let (safe, receipt) = try ArtefactRedactor.ofTests().redact(source)
        #expect(
            receipt.entries.map(\.name) == [
                "in.zip", "in.zip/in.zip", "in.zip/in.zip/in.zip", "in.zip/in.zip/in.zip/a.txt",
            ]
        )
        #expect(receipt.entries.last?.values == ["email": 1])
        #expect(!safe.withUnsafeBytes { $0.contains(UInt8(ascii: "@")) })
        let deeper = try archive([("in.zip", source.withUnsafeBytes { Array($0) })])
        let (_, refused) = try ArtefactRedactor.ofTests().redact(deeper)
        #expect(refused.entries.last?.outcome == .dropped)
    }

    @Test("all archives within each other have no more bytes than one may have")
    func total() throws {
        let inner = try archive((0..<3).map { ("\($0).txt", Array(repeating: 0x61, count: 1_000)) })
        let source = try archive((0..<3).map { ("\($0).zip", inner.withUnsafeBytes { Array($0) }) })
        let limits = ZipLimits(totalBytes: 5_000)
        let (_, receipt) = try ArtefactRedactor.ofTests(limits: limits).redact(source)
        #expect(receipt.entries.contains { $0.outcome == .dropped })
        #expect(receipt.entries.count { $0.outcome == .kept && $0.name?.hasSuffix(".txt") == true } <= 4)
    }

    @Test("names that become the same stay two")
    func names() throws {
        let source = try archive([("hunter2x", [0x61]), ("HUNTER2X", [0x62])])
        let (safe, _) = try ArtefactRedactor.ofTests(secrets: ["hunter2x"]).redact(source)
        #expect(try contents(of: safe) == ["[KNOWN]": "a", "[KNOWN]-2": "b"])
    }

    @Test("a damaged archive is refused as a whole")
    func damaged() throws {
        let source = try archive([("a.txt", Array("fine".utf8))])
        #expect(throws: ContentFailure.self) {
            try ArtefactRedactor.ofTests().redact(source[0..<source.count - 5])
        }
    }

    @Test("work that nobody waits for ends")
    func cancelled() throws {
        let source = try archive([("a.txt", Array("fine".utf8))])
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: ContentFailure.unfinished(.cancelled)) {
            try ArtefactRedactor.ofTests().redact(source, cancellation: cancellation)
        }
    }

    @Test(
        "a file of secrets has names and values",
        arguments: [
            ("A=hunter2x\r\n\nB=\"pass word\"\n", ["A", "secret", "B", "secret"]),
            ("dGVzdA==\n'quoted'", ["dGVzdA", "secret", "secret"]),
        ]
    )
    func secretFile(_ file: String, _ names: [String]) throws {
        let secrets = try SecretFile.secrets(in: SecureBytes(copying: file.utf8))
        #expect(secrets.map(\.mark.word) == names)
        #expect(throws: SecretFile.Fault.notText) { try SecretFile.secrets(in: SecureBytes(copying: [0xFF])) }
        let long = String(repeating: "x", count: SecretFile.longestLine + 1)
        #expect(throws: SecretFile.Fault.longLine(2)) {
            try SecretFile.secrets(in: SecureBytes(copying: "a\n\(long)".utf8))
        }
    }
}
