import Foundation
import ImageCore
import Samples
import SecureMemory
import Testing

@Suite("snapveil check looks into what a test run leaves behind")
struct CheckedArtefactTests {
    private let directory: Directory

    init() throws {
        directory = try Directory()
        let page = try Sample.webProfile.picture("png").withUnsafeBytes { Array($0) }
        for (name, bytes) in [
            ("in/shots/page.png", page),
            ("in/login.trace", Array("{}\n{\"selector\":\"#password\",\"value\":\"flaming9z\"}\n".utf8)),
            (
                "in/report.html",
                Array("<p>ok</p>\n<img src=\"data:image/png;base64,\(Data(page).base64EncodedString())\">".utf8)
            ),
            ("in/clean.log", Array("all is well\n".utf8)),
        ] {
            let path = URL(filePath: directory[name])
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: path)
        }
    }

    private func check(_ input: String, _ options: [String] = []) throws -> Command {
        try Command(["check", directory[input], "--models", Models.directory] + options)
    }

    @Test("of a directory all files are one run, with lines of texts and places in pictures")
    func everything() throws {
        let command = try check("in", ["--everything"])
        #expect(command.status == 1, "\(command.errors)")
        #expect(command.output.contains("login.trace: password once, in line 2\n"))
        #expect(command.output.contains("in/report.html:2: email (0.97 by form) at "))
        #expect(command.output.contains("in/shots/page.png: email (0.97 by form) at "))
        #expect(command.errors.hasSuffix("snapveil: 4 files: 3 with findings, 1 without findings\n"))
        #expect(!command.output.contains("flaming9z"))
        for secret in try Sample.webProfile.secrets { #expect(!command.output.contains(secret)) }
        let pictures = try check("in")
        #expect(!pictures.output.contains("login.trace") && pictures.errors.contains("1 picture: 1 with findings"))
    }

    @Test("what was redacted has no findings")
    func redacted() throws {
        let command = try Command([
            "redact", directory["in"], "--everything", "--policy", "privacy-screen", "--models", Models.directory,
            "--output-directory", directory["out"],
        ])
        #expect(command.status == 0, "\(command.errors)")
        let checked = try check("out", ["--everything"])
        #expect(checked.status == 0 && checked.output.isEmpty, "\(checked.output)\(checked.errors)")
    }

    @Test("secrets that are known are found, by their names")
    func secrets() throws {
        try directory.write(Array("MOOD=is well\n".utf8), to: "secrets")
        let command = try check("in/clean.log", ["--secrets", directory["secrets"]])
        #expect(command.status == 1 && command.output.hasSuffix("in/clean.log: MOOD once, in line 1\n"))
        #expect(try check("in/clean.log").status == 0)
    }

    @Test("what cannot be looked into is named, unless it may be there")
    func unknown() throws {
        try directory.write([0x1A, 0x45, 0xDF, 0xA3, 0], to: "in/run.webm")
        let command = try check("in", ["--everything", "--format", "json"])
        #expect(command.status == 2 && command.output.contains("\"error\" : \"it is a recording\""))
        let kept = try check("in", ["--everything", "--video", "keep"])
        #expect(kept.status == 1)
        #expect(try check("in/clean.log", ["--everything"]).status == 64)
        #expect(try check("in", ["--everything", "--hidden"]).status == 64)
    }

    @Test("every format has the lines, and the number of values")
    func formats() throws {
        let sarif = try check("in/login.trace", ["--format", "sarif"]).output
        #expect(sarif.contains("\"startLine\" : 2") && sarif.contains("\"ruleId\" : \"password\""))
        let json = try check("in/login.trace", ["--format", "json"]).output
        let files = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        let texts = try #require(files.first?["texts"] as? [[String: Any]])
        #expect(texts.map { $0["count"] as? Int } == [1] && texts.map { $0["lines"] as? [Int] } == [[2]])
        let junit = try check("in/login.trace", ["--format", "junit"]).output
        #expect(junit.contains(">password once, in line 2</failure>"))
        let html = try check("in", ["--everything", "--format", "html"]).output
        #expect(html.contains("<b>Password</b> <small>once, in line 2</small>") && html.contains("in 2 files"))
    }
}
