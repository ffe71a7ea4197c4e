import Foundation
import Testing

@Suite("What is written to disk")
struct DiskTests {
    @Test("the server writes nothing to any file, whatever it is sent")
    func nothingIsWritten() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "snapveil-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }

        // No file may become longer than 0 bytes. The log goes to a pipe.
        let launcher = ["sh", "-c", #"ulimit -f 0; exec env --default-signal=XFSZ "$@""#, "sh"]
        let server = try ServerProcess([], launcher: launcher, directory: directory)
        for exchange in try Exchange.all() {
            #expect(try Client(port: server.port).exchange(exchange.request).status == exchange.status, "\(exchange)")
        }
        #expect(try server.isAlive())
        #expect(try !hasTriedToWrite(server))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test("settings are written nowhere, even if a variable asks the library that reads them to")
    func settings() throws {
        let directory = try Directory()
        let log = directory["settings.log"]
        let command = try Command(["serve", "--default-policy", "none"], environment: ["CONFIG_ACCESS_LOG_FILE": log])
        #expect(command.status == 78)
        #expect(!FileManager.default.fileExists(atPath: log))
    }

    /// Whether SIGXFSZ, which a write beyond the limit raises, is pending for a thread. Those of Dispatch block it; to any
    /// other the process would have died of it.
    private func hasTriedToWrite(_ server: ServerProcess) throws -> Bool {
        let threads = "/proc/\(server.processID)/task"
        return try FileManager.default.contentsOfDirectory(atPath: threads).contains { thread in
            let status = try String(contentsOfFile: "\(threads)/\(thread)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("SigPnd:") }
            let pending = line.flatMap { UInt64($0.dropFirst("SigPnd:\t".count), radix: 16) }
            guard let pending else { throw Obstacle(description: "no signals in the status of a thread") }
            return pending >> UInt64(SIGXFSZ - 1) & 1 == 1
        }
    }
}
