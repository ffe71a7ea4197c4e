import Foundation
import Samples
import SecureMemory
import Testing

@Suite("Looking at pictures")
struct LookingTests {
    private static let text =
        ##"{ "rules": [{ "target": { "text": "all" }, "style": { "fill": { "color": "#000" } } }] }"##
    private let directory: Directory

    init() throws {
        let screen = try Sample.iosLogin.picture("png")
        directory = try Directory([
            "shot.png": screen.withUnsafeBytes { Array($0) }, "text.json": Array(Self.text.utf8),
        ])
    }

    private func redact(_ isolation: String) throws -> (picture: Data, receipt: Data) {
        let command = try Command([
            "redact", directory["shot.png"], "--policy", directory["text.json"], "--models", Models.directory,
            "--isolation",
            isolation, "-o", directory["safe.png"], "--receipt", directory["receipt.json"],
        ])
        guard command.status == 0 else { throw Obstacle(description: command.errors) }
        return try (
            Data(contentsOf: URL(filePath: directory["safe.png"])),
            Data(contentsOf: URL(filePath: directory["receipt.json"]))
        )
    }

    @Test("locked processes find what this one finds", .enabled(if: KernelSupport.isComplete))
    func contained() throws {
        let (locked, here) = (try redact("required"), try redact("none"))
        #expect(locked == here)
        #expect(String(decoding: here.receipt, as: UTF8.self).contains(##""found" : "text""##))
    }

    @Test("a server looks in its workers, and says with what", arguments: Isolation.allCases)
    func server(_ isolation: Isolation) throws {
        let server = try ServerProcess([
            "--models", Models.directory, "--policies", directory.path, "--isolation", isolation.rawValue, "--workers",
            "1",
        ])
        #expect(server.logText.contains(" models=\(Models.directory) "))
        let snapshot = try Data(contentsOf: URL(filePath: directory["shot.png"]))
        let request = Request(method: "POST", path: "/v1/sanitize?policy=text", body: Array(snapshot))
        let reply = try Client(port: server.port).exchange(request)
        #expect(reply.status == 200)
        #expect(try Data(reply.body) == redact("none").picture)
    }

    @Test("the library that runs models writes no file, and starts no thread before there are pictures")
    func silence() throws {
        let home = try Directory()
        let command = try Command(
            [
                "redact", directory["shot.png"], "--policy", directory["text.json"], "--models", Models.directory,
                "--isolation", "none", "-o", directory["safe.png"],
            ],
            environment: ["HOME": home.path, "TMPDIR": home.path]
        )
        #expect(command.status == 0)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path) == [])
        guard KernelSupport.isComplete else { return }
        // A worker that had another thread when it locked itself would end the start.
        let server = try ServerProcess(
            ["--models", Models.directory, "--isolation", "required"],
            directory: URL(filePath: home.path)
        )
        #expect(try server.isAlive())
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path) == [])
    }
}
