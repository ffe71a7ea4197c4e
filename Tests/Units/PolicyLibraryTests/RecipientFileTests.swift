import AgeEncryption
import Foundation
import Testing

@testable import PolicyLibrary

@Suite("Groups of recipients are the files of a directory")
struct RecipientFileTests {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "groups-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: directory.appending(path: name))
    }

    private func catalogue() -> Result<Catalogue, InvalidFile> {
        var sources = Catalogue.Sources()
        sources.recipients = directory.path
        return Result { () throws(InvalidFile) in try Catalogue(sources) }
    }

    @Test("their names are those of the files, and others are passed over")
    func names() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let (one, other) = (try AgeIdentity().recipient, try AgeIdentity().recipient)
        try write("# both\n\(one.text)\n\n\(other.text)\n\(one.text)\n", to: "payments")
        try write(other.text, to: "ops.txt")
        try write("not a key", to: "README.md")
        try write("not a key", to: ".hidden")
        let groups = try catalogue().get().recipients
        #expect(groups.mapValues { $0.map(\.text) } == ["payments": [one.text, other.text], "ops": [other.text]])
        let group = try RecipientFile.group("ops", in: directory.path)
        #expect(group.map(\.text) == [other.text])
        #expect(throws: InvalidFile.self) { try RecipientFile.group("README", in: directory.path) }
    }

    @Test(
        "a file that has no recipient, an identity or something else names its line",
        arguments: [
            ("", nil), ("# none\n", nil), ("age1qqqq\n", 1), ("\n\nssh-ed25519 AAAA\n", 3), ("AGE-SECRET-KEY-1QQ\n", 1),
        ]
    )
    func faults(text: String, line: Int?) throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        try write(text, to: "payments")
        guard case .failure(let fault) = catalogue() else {
            Issue.record("it was taken")
            return
        }
        #expect(fault.path.hasSuffix("/payments"))
        #expect(fault.line == line)
        #expect(!fault.reason.contains("QQ"))
    }

    @Test("an empty directory, one that is not there, and two files of one name are refused")
    func directories() throws {
        #expect(throws: InvalidFile.self) { try catalogue().get() }
        let key = try AgeIdentity().recipient.text
        try write(key, to: "ops")
        try write(key, to: "ops.txt")
        #expect(throws: InvalidFile.self) { try catalogue().get() }
        try FileManager.default.removeItem(at: directory)
        #expect(throws: InvalidFile.self) { try catalogue().get() }
    }
}
