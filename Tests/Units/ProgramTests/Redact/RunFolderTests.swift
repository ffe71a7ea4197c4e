import BoundedWork
import Foundation
import ImageCore
import SecureMemory
import Testing

@testable import Artefacts

@Suite("snapveil redact --everything takes the directory of a run")
struct RunFolderTests {
    private let directory: Directory

    init() throws {
        directory = try Directory()
        try write("login/a.png", try NoisySnapshot.png(.fast, seed: 1).file)
        try write("login/trace.trace", Array(##"{"selector":"#password","value":"flaming9z"}"##.utf8))
        try write("junit flaming9z.xml", Array("<testcase name=\"typed flaming9z\"/>".utf8))
        try write("run.webm", [0x1A, 0x45, 0xDF, 0xA3, 0])
        try FileManager.default.createSymbolicLink(
            atPath: directory["in/passwd"],
            withDestinationPath: "/etc/passwd"
        )
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        let path = URL(filePath: directory["in/\(name)"])
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: path)
    }

    private func redact(to output: String, _ options: [String] = []) throws -> Command {
        let cover = ["redact", directory["in"], "--everything", "--style", "fill", "--color", "#000"]
        return try Command(cover + ["--output-directory", directory[output]] + options)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: directory[path])), as: UTF8.self)
    }

    @Test("what one file tells goes from all, and from their names; what is not understood is left out")
    func everything() throws {
        let command = try redact(to: "out", ["--receipt", directory["receipt.json"]])
        #expect(command.status == 0, "\(command.errors)")
        #expect(command.errors.contains("left out 2 of 5 entries"))
        let results = try FileManager.default.subpathsOfDirectory(atPath: directory["out"]).sorted()
        #expect(results == ["junit [secret].xml", "login", "login/a.png", "login/trace.trace"])
        #expect(try text("out/junit [secret].xml") == "<testcase name=\"typed [secret]\"/>")
        #expect(try text("out/login/trace.trace") == ##"{"selector":"#password","value":"[password]"}"##)
        #expect(try !text("receipt.json").contains("flaming"))
        let again = try redact(to: "again")
        #expect(again.status == 0)
        #expect(
            try Data(contentsOf: URL(filePath: directory["again/login/a.png"]))
                == Data(contentsOf: URL(filePath: directory["out/login/a.png"]))
        )
    }

    @Test("a text that is called like a picture tells its secrets, too, in a directory and in an archive")
    func calledPicture() throws {
        try write("login/b.png", Array(##"{"password":"burning7y"}"##.utf8))
        try write("login/c.txt", Array("it saw burning7y".utf8))
        #expect(try redact(to: "out").status == 0)
        #expect(try text("out/login/c.txt") == "it saw [secret]")
        var zip = ZipWriter()
        for name in ["b.png", "c.txt"] {
            try zip.append(name, SecureBytes(copying: Data(contentsOf: URL(filePath: directory["in/login/\(name)"]))))
        }
        try write("run.zip", zip.finish().withUnsafeBytes(Array.init))
        let command = try Command(
            ["redact", directory["in/run.zip"], "--style", "fill", "--color", "#000", "-o", directory["safe.zip"]]
        )
        #expect(command.status == 0, "\(command.errors)")
        let safe = try ZipArchive(opening: SecureBytes(copying: Data(contentsOf: URL(filePath: directory["safe.zip"]))))
        var budget = WorkBudget(limit: .max)
        let contents = try safe.contents(of: safe.entries[1], &budget)
        #expect(contents.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == "it saw [secret]")
    }

    @Test("nothing is written where a file of it is refused, or cannot be read")
    func refused() throws {
        let failing = try redact(to: "out", ["--unknown", "fail"])
        #expect(failing.status == 1 && failing.errors.contains("\"run.webm\": it is a recording"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: directory["out"]) == [])
        let inside = try redact(to: "in/out")
        #expect(inside.status == 64 && inside.errors.contains("name another --output-directory"))
        try Data(repeating: 0, count: 1).write(to: URL(filePath: directory["in/back\\slash"]))
        let named = try redact(to: "other")
        #expect(named.status == 64 && named.errors.contains("has a backslash"))
        #expect(!FileManager.default.fileExists(atPath: directory["other"]))
    }

    @Test("in place, what has no result goes, and nothing changes before all is known")
    func inPlace() throws {
        let expected = try redact(to: "out")
        #expect(expected.status == 0)
        let before = try FileManager.default.subpathsOfDirectory(atPath: directory["in"])
        let command = ["redact", directory["in"], "--everything", "--in-place", "--style", "fill", "--color", "#000"]
        let failing = try Command(command + ["--unknown", "fail"])
        #expect(failing.status == 1)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: directory["in"]) == before)
        #expect(try text("in/login/trace.trace").contains("flaming9z"))
        #expect(try Command(command).status == 0)
        let results = try FileManager.default.subpathsOfDirectory(atPath: directory["in"]).sorted()
        #expect(try results == FileManager.default.subpathsOfDirectory(atPath: directory["out"]).sorted())
        for result in results where !result.hasSuffix("login") {
            #expect(
                try Data(contentsOf: URL(filePath: directory["in/\(result)"]))
                    == Data(contentsOf: URL(filePath: directory["out/\(result)"]))
            )
        }
        #expect(FileManager.default.fileExists(atPath: "/etc/passwd"), "a link goes, and not what it leads to")
    }

    @Test("it needs one directory, and a place for the results")
    func options() throws {
        let cover = ["--everything", "--style", "fill"]
        for arguments in [
            [directory["in"], "--output", directory["out"]],
            [directory["in/run.webm"], "--output-directory", directory["out"]],
            [directory["in"], directory["in"], "--output-directory", directory["out"]],
            [directory["in"], "--output-directory", directory["out"], "--preview"],
        ] {
            let command = try Command(["redact"] + arguments + cover)
            #expect(command.status == 64 && command.errors.contains("--"))
        }
    }
}
