import Foundation
import Testing

@Suite("Who may look into the processes")
struct InspectionTests {
    /// Takes from root what no other user has: the right to look into every process. For anybody else it does nothing.
    private static let unprivileged =
        getuid() == 0 ? ["setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"] : []

    @Test("the memory of the server and of its workers cannot be inspected, and a crash leaves no core dump")
    func secret() throws {
        let server = try ServerProcess([], launcher: Self.unprivileged)
        #expect(server.workers.count > 0 && server.launchers.count == 1)
        for process in server.processes {
            #expect(try !canInspect(process))
            #expect(try coreLimit(process) == ["0", "0"])
        }
    }

    @Test("nor can that of a worker that takes the place of another")
    func replaced() throws {
        let server = try ServerProcess([], launcher: Self.unprivileged)
        let before = server.workers
        for worker in before { kill(worker, SIGKILL) }
        #expect(eventually { server.logText.split(separator: "a worker was replaced").count == before.count + 1 })
        #expect(Set(server.workers).isDisjoint(with: before) && server.workers.count == before.count)
        for process in server.workers { #expect(try !canInspect(process)) }
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
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        return line?.split(separator: " ").dropFirst(4).prefix(2).map(String.init) ?? []
    }
}
