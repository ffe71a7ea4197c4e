import Foundation
import ProcessFiles
import Testing

@Suite("What is written to disk")
struct DiskTests {
    // No file may become longer than 0 bytes. The log goes to a pipe.
    private static let noFiles = ["sh", "-c", #"ulimit -f 0; exec env --default-signal=XFSZ "$@""#, "sh"]

    @Test("a server without workers writes nothing to any file, whatever it is sent")
    func nothingIsWritten() throws {
        let directory = try Directory()
        let options = ["--isolation", "none"]
        let server = try ServerProcess(options, launcher: Self.noFiles, directory: URL(filePath: directory.path))
        try exchangeAll(with: server)
        #expect(try !hasTriedToWrite(server))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test("a server with workers writes nothing, and no process of it has a file that it could write to")
    func nothingIsWrittenByWorkers() throws {
        let directory = try Directory()
        let options = ["--isolation", KernelSupport.isComplete ? "required" : "auto"]
        let server = try ServerProcess(options, directory: URL(filePath: directory.path))
        if KernelSupport.isComplete {
            #expect(server.logText.contains(" contained: ") && !server.logText.contains("contained in part"))
        }
        try exchangeAll(with: server)
        #expect(server.processes.count > 2)
        for process in server.processes { #expect(try writableFiles(of: process) == [], "\(process)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test("a server that may write no file has no memory to share with workers, and says so")
    func noSharedMemory() throws {
        let server = try ServerProcess([], launcher: Self.noFiles)
        #expect(server.logText.contains("not contained: ") && server.logText.contains("(RLIMIT_FSIZE"))
        #expect(server.workers.isEmpty)
        #expect(try server.isAlive())
    }

    @Test("settings are written nowhere, even if a variable asks the library that reads them to")
    func settings() throws {
        let directory = try Directory()
        let log = directory["settings.log"]
        let command = try Command(["serve", "--default-policy", "none"], environment: ["CONFIG_ACCESS_LOG_FILE": log])
        #expect(command.status == 78)
        #expect(!FileManager.default.fileExists(atPath: log))
    }

    private func exchangeAll(with server: ServerProcess) throws {
        for exchange in try Exchange.all() {
            #expect(try Client(port: server.port).exchange(exchange.request).status == exchange.status, "\(exchange)")
        }
        #expect(try server.isAlive())
    }

    /// The files, and not sockets, pipes, devices or memory, that a process has open for writing.
    private func writableFiles(of process: pid_t) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap { name in
            let path = "/proc/\(process)/fd/\(name)"
            var status = stat()
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
                target.hasPrefix("/"), !target.hasPrefix("/memfd:"), stat(path, &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            let lines = try ProcessFile.text("fdinfo/\(name)", of: process)
            let flags = lines.split(separator: "\n").first { $0.hasPrefix("flags:") }
            let digits = flags?.dropFirst("flags:".count).trimmingCharacters(in: .whitespaces)
            return digits.flatMap { Int32($0, radix: 8) }.map { $0 & O_ACCMODE } == O_RDONLY ? nil : target
        }
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
