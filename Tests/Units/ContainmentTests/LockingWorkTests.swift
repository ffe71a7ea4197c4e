import Foundation
import Testing

@Suite("What a locked process can still do", .enabled(if: KernelSupport.isComplete))
struct LockingWorkTests {
    @Test("a lock says in a line what is in force, and what is not")
    func report() throws {
        let all = "last words, no new privileges, no capabilities, resource limits, hidden memory, Landlock"
        guard case .printed(let complete) = try LockedRun.run("worker", "report") else {
            Issue.record("nothing was printed")
            return
        }
        #expect(complete.wholeMatch(of: try Regex("true: \(all) [0-9]+, seccomp")) != nil, "\(complete)")
        let lacking = try LockedRun.run("worker,landlock,seccomp,lastWords", "report", files: ["/nowhere"])
        let others = "no new privileges, no capabilities, resource limits, hidden memory"
        let reasons = "seccomp (left out), last words (left out), Landlock (left out)"
        #expect(lacking == .printed("false: \(others); missing: \(reasons)"))
        guard case .printed(let front) = try LockedRun.run("front", "report") else { return }
        #expect(front.hasPrefix("true: no new privileges, Landlock") && front.hasSuffix(", seccomp"), "\(front)")
    }

    @Test("a worker chooses processors for its own threads")
    func processors() throws {
        #expect(try LockedRun.run("worker", "choose processors") == .printed("OK"))
    }

    @Test("a file that cannot be opened is counted, and one that is no file, too")
    func unopened() throws {
        let outcome = try LockedRun.run("worker", "report", files: ["/nowhere", "/etc", "/etc/passwd"])
        guard case .printed(let report) = outcome else { return #expect(outcome == .printed("a report")) }
        #expect(report.hasSuffix("; 2 files cannot be opened"), "\(report)")
    }

    @Test(
        "the door opens the files that it was made for, of many, with filters and without",
        arguments: ["worker", "worker,seccomp"]
    )
    func door(lock: String) throws {
        let names = (0..<400).map { "file \($0)" }
        let directory = try ScratchDirectory(.init(uniqueKeysWithValues: names.map { ($0, "text of \($0)") }))
        let files = names.dropLast().map { directory[$0] }
        for name in [names[0], names[207], names[398]] {
            for deed in ["read", "read together"] {
                let outcome = try LockedRun.run(lock, deed, directory[name], files: files)
                #expect(outcome == .printed("text of \(name)"))
            }
        }
        #expect(try LockedRun.run(lock, "read", directory[names[399]], files: files) == .printed("EACCES"))
        #expect(try LockedRun.run(lock, "open to write", files[0], files: files) == .printed("EACCES"))
        #expect(try LockedRun.run(lock, "stat", files[0], files: files) == .printed("OK"))
        #expect(try LockedRun.run(lock, "access", files[0], files: files) == .printed("OK"))
    }

    @Test("the door has a status for each thread, and says of all that they run")
    func threadStatus() throws {
        let text = "1 (worker) R 0 0 0 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 0 0 0"
        #expect(try LockedRun.run("worker", "read", "/proc/4711/stat") == .printed(text))
        for path in ["/proc/47a/stat", "/proc//stat", "/proc/1/stat/", "/proc/1/status", "/proc/1/sta"] {
            #expect(try LockedRun.run("worker", "read", path) == .printed("EACCES"))
        }
    }

    @Test("threads and timers work for longer than libdispatch goes without a look at its threads")
    func dispatch() throws {
        #expect(try LockedRun.run("worker", "dispatch") == .printed("64 true"))
    }

    @Test("pictures are redacted, and messages set in fonts that were not opened before")
    func redaction() throws {
        let fonts = Self.fonts(in: "/usr/share/fonts") + Self.fonts(in: "/usr/local/share/fonts")
        #expect(try LockedRun.run("worker", "redact", files: fonts) == .printed("6 samples"))
        #expect(try LockedRun.run("worker", "redact") != .printed("6 samples"))
    }

    private static func fonts(in directory: String) -> [String] {
        (FileManager.default.enumerator(atPath: directory) ?? .init())
            .compactMap { $0 as? String }
            .filter { $0.hasSuffix(".otf") || $0.hasSuffix(".ttf") || $0.hasSuffix(".ttc") }
            .map { "\(directory)/\($0)" }
    }

    @Test("a worker writes and reads JSON, and may end itself")
    func work() throws {
        #expect(try LockedRun.run("worker", "json") == .printed(#"{"a":[4],"b":[1,2,3]}"#))
        #expect(try LockedRun.run("worker", "kill itself") == .printed("OK"))
    }

    @Test("a worker packs and unpacks archives")
    func archives() throws {
        #expect(try LockedRun.run("worker", "pack") == .printed(#"["folder/", "folder/text"] true"#))
    }

    @Test(
        "a front serves, finds names, shares memory, and ends its children",
        arguments: ["listen", "resolve", "pass a descriptor", "memfd_create", "pidfd_open", "child", "dispatch"]
    )
    func front(deed: String) throws {
        let expected = ["child": "0", "dispatch": "64 true"][deed] ?? "OK"
        #expect(try LockedRun.run("front", deed) == .printed(expected))
    }

    @Test("a front reads what it is given, and nothing beside it")
    func givenFiles() throws {
        let directory = try ScratchDirectory()
        for name in ["given", "given/below", "other"] {
            try directory.makeDirectory(name)
            try directory.write("text", to: "\(name)/file")
        }
        let files = [directory["given"]]
        #expect(try LockedRun.run("front", "read", directory["given/file"], files: files) == .printed("text"))
        #expect(try LockedRun.run("front", "read", directory["given/below/file"], files: files) == .printed("text"))
        #expect(try LockedRun.run("front", "open a directory", directory["given"], files: files) == .printed("OK"))
        #expect(try LockedRun.run("front", "read", directory["other/file"], files: files) == .printed("EACCES"))
        #expect(try LockedRun.run("front", "open to write", files[0] + "/file", files: files) == .printed("EACCES"))
        #expect(try LockedRun.run("front", "open to write", "/dev/null") == .printed("OK"))
    }

    @Test("a front reads a file again that was replaced")
    func replacedFile() throws {
        let directory = try ScratchDirectory(["key": "old"])
        let texts = try readAgain(directory["key"]) {
            try directory.write("new", to: "next")
            #expect(rename(directory["next"], directory["key"]) == 0)
        }
        #expect(texts == ["old", "new"])
    }

    @Test("a front reads a key again that Kubernetes has turned to another version")
    func turnedLinks() throws {
        let directory = try ScratchDirectory()
        try directory.makeDirectory("..1")
        try directory.write("old", to: "..1/key")
        try directory.link("..data", to: "..1")
        try directory.link("key", to: "..data/key")
        let texts = try readAgain(directory["key"]) {
            try directory.makeDirectory("..2")
            try directory.write("new", to: "..2/key")
            try directory.link("..data", to: "..2")
        }
        #expect(texts == ["old", "new"])
    }

    /// What a front reads before and after `replacing`.
    private func readAgain(_ path: String, replacing: () throws -> Void) throws -> [String] {
        let input = Pipe()
        let program = try LockedRun("front", "read again", path, files: [path], input: .pipe(input))
        var texts: [String] = []
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        texts.append(program.nextOutput())
        try replacing()
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        texts.append(program.nextOutput())
        try input.fileHandleForWriting.close()
        return texts
    }
}
