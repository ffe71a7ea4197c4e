import Foundation
import Glibc
import SeededRandom
import Testing

@Suite("Files that SIGHUP reads again", .serialized)
struct KeyFileTests {
    private static let black = ##"{ "rules": [ { "target": "screen", "style": { "fill": { "color": "#000" } } } ] }"##

    @Test("what is no regular file in the place of one leaves everything as it was, and the next SIGHUP works")
    func otherKinds() throws {
        let directory = try Directory(texts: ["keys": "ci:0123456789abcdef", "one.json": Self.black])
        let server = try ServerProcess([
            "--policies", directory.path, "--assets", directory.path, "--key-file", directory["keys"],
        ])
        for name in ["keys", "one.json"] {
            let text = try Data(contentsOf: URL(filePath: directory[name]))
            // Of devices, a server that is locked by Landlock does not even get to know what they are.
            let reason = KernelSupport.hasLandlock ? "Permission denied" : "it is not a regular file"
            let others: [(make: (String) -> Int32, reason: String)] = [
                ({ mkfifo($0, 0o600) }, "it is not a regular file"), ({ symlink("/dev/zero", $0) }, reason),
            ]
            for other in others {
                let length = server.log.count
                unlink(directory[name])
                #expect(other.make(directory[name]) == 0)
                kill(server.processID, SIGHUP)
                let message = "are unchanged: \(directory[name]): \(other.reason)"
                #expect(eventually { log(of: server, from: length).contains(message) })
                unlink(directory[name])
                try text.write(to: URL(filePath: directory[name]))
            }
        }
        #expect(try status(server, key: "0123456789abcdef") == 200)
        try directory.write(Array("ci:fedcba9876543210".utf8), to: "keys")
        kill(server.processID, SIGHUP)
        #expect(try eventually { try status(server, key: "fedcba9876543210") == 200 })
        #expect(try status(server, key: "0123456789abcdef") == 401)
    }

    @Test("a server does not start with a key file that is none, or larger than any")
    func start() throws {
        let directory = try Directory(texts: ["keys": String(repeating: "#", count: 70_000)])
        #expect(mkfifo(directory["fifo"], 0o600) == 0)
        for (name, reason) in [("keys", "the file is larger than 64 KiB"), ("fifo", "it is not a regular file")] {
            let command = try Command(["serve", "--port", "0", "--key-file", directory[name]])
            #expect(command.status == 78)
            #expect(command.errors == "snapveil: \(directory[name]): \(reason)\n")
        }
    }

    @Test("keys that were withdrawn are no longer in memory, nor are copies of them")
    func wiping() throws {
        // What is freed of one size may be used again at once, and then proves nothing.
        var noise = SeededGenerator(seed: 21)
        let lengths = [48, 64, 96, 200, 300, 700, 1200, 3000, 6000, 16_000]
        let old = lengths.map { Secret("old key of \($0)", noise.letters($0)) }
        let new = Secret("new key", noise.letters(64))
        let directory = try Directory(["keys": Array(old.map(\.bytes).joined(separator: "\n".utf8))])
        let server = try ServerProcess(["--allow-memory-inspection", "--key-file", directory["keys"]])
        #expect(try MemoryImage(of: server).remains(of: old) == old.map(\.name))
        let others = server.workers + server.launchers
        #expect(others.count > 1)
        #expect(try MemoryImage(of: others, in: server).remains(of: old) == [])
        try directory.write(new.bytes, to: "keys")
        kill(server.processID, SIGHUP)
        #expect(eventually { log(of: server).contains("were read again") })
        var remains: [String] = []
        _ = try eventually(within: 2) {
            remains = try MemoryImage(of: server).remains(of: old + [new])
            return remains == [new.name]
        }
        #expect(remains == [new.name])
    }

    private func log(of server: ServerProcess, from start: Int = 0) -> String {
        String(decoding: server.log.dropFirst(start), as: UTF8.self)
    }

    private func status(_ server: ServerProcess, key: String) throws -> Int {
        try Client(port: server.port).exchange(Request(path: "/v1/policies", fields: ["API-Key: \(key)"])).status
    }
}
