import Foundation
import ProcessFiles
import Testing

@Suite("Who may look into the processes")
struct InspectionTests {
    /// Takes from root what no other user has: the right to look into every process. For anybody else it does nothing.
    private static let unprivileged =
        getuid() == 0 ? ["setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"] : []

    @Test("the memory of the server and of its workers cannot be inspected, and a crash leaves no core dump")
    func secret() throws {
        let server = try ServerProcess(["--workers", "2"], launcher: Self.unprivileged)
        // A process that was forked just now still has the arguments of the launcher.
        #expect(eventually { server.launchers.count == 1 })
        // Before a worker has locked itself it knows nothing.
        #expect(try eventually { try !server.processes.contains(where: canInspect) && server.workers.count > 2 })
        for process in server.processes { #expect(try coreLimit(process) == ["0", "0"]) }
    }

    @Test("nor can that of a worker that takes the place of another")
    func replaced() throws {
        let server = try ServerProcess(["--workers", "2"], launcher: Self.unprivileged)
        #expect(eventually { server.workers.count == 3 })
        let before = server.workers
        for worker in before { kill(worker, SIGKILL) }
        #expect(eventually { server.logText.split(separator: "a worker was replaced").count == 3 })
        #expect(eventually { server.workers.count == 3 && Set(server.workers).isDisjoint(with: before) })
        #expect(try eventually { try !server.workers.contains(where: canInspect) })
    }

    @Test("a flag for debugging lets the memory be inspected, and is warned of")
    func inspectable() throws {
        let server = try ServerProcess(["--allow-memory-inspection"], launcher: Self.unprivileged)
        for process in server.processes { #expect(try canInspect(process)) }
        #expect(String(decoding: server.log, as: UTF8.self).contains("can be inspected"))
    }

    /// Whether another process of the server's user is let in. Where a link of `/proc` leads is told to those alone who
    /// may read the memory.
    private func canInspect(_ process: pid_t) throws -> Bool {
        let reader = Process()
        reader.executableURL = URL(filePath: "/usr/bin/env")
        reader.arguments = Self.unprivileged + ["readlink", "/proc/\(process)/exe"]
        reader.standardOutput = FileHandle.nullDevice
        try reader.run()
        guard eventually({ !reader.isRunning }) else { throw Obstacle(description: "readlink does not end") }
        guard [0, 1].contains(reader.terminationStatus) else { throw Obstacle(description: "readlink does not run") }
        return reader.terminationStatus == 0
    }

    /// The soft and the hard limit for the size of a core dump.
    private func coreLimit(_ process: pid_t) throws -> [String] {
        let limits = try ProcessFile.text("limits", of: process)
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        return line?.split(separator: " ").dropFirst(4).prefix(2).map(String.init) ?? []
    }
}
