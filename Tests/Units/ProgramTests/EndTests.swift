import Foundation
import ProcessFiles
import Testing

@Suite("How a server with workers ends")
struct EndTests {
    /// Ways to end a server, whether it has time to answer or not.
    enum Ending: CaseIterable {
        case terminate, terminateTwice, kill, interruptGroup, hangUpGroup

        /// Ends a server that leads its process group.
        func apply(to server: ServerProcess) {
            switch self {
            case .terminate: Glibc.kill(server.processID, SIGTERM)
            case .terminateTwice:
                Glibc.kill(server.processID, SIGTERM)
                usleep(100_000)
                Glibc.kill(server.processID, SIGTERM)
            case .kill: Glibc.kill(server.processID, SIGKILL)
            case .interruptGroup: Glibc.kill(-server.processID, SIGINT)
            case .hangUpGroup:
                // Reads files again, of which there are none, and ends nothing.
                Glibc.kill(-server.processID, SIGHUP)
                usleep(100_000)
                Glibc.kill(-server.processID, SIGTERM)
            }
        }
    }

    @Test("no process is left a second after it was idle", arguments: Ending.allCases)
    func idle(_ ending: Ending) throws {
        let server = try ServerProcess([], launcher: ["setsid"])
        let processes = server.processes
        #expect(processes.count > 2)
        let start = ContinuousClock.now
        ending.apply(to: server)
        #expect(eventually { processes.allSatisfy(hasEnded) })
        #expect(.now - start < .seconds(1))
    }

    @Test("no process is left a second after it was killed at work", arguments: [Ending.kill, .terminateTwice])
    func busy(_ ending: Ending) throws {
        let server = try ServerProcess([], launcher: ["setsid"])
        let processes = server.processes
        let client = try Client(port: server.port)
        let ticks = processorTicks(of: server)
        try client.send(SlowRequest(marker: Secret("marker", [65])).request.bytes)
        #expect(eventually { processorTicks(of: server) > ticks + 10 })
        let start = ContinuousClock.now
        ending.apply(to: server)
        #expect(eventually { processes.allSatisfy(hasEnded) })
        #expect(.now - start < .seconds(1))
    }

    @Test("requests are answered that are at work when the whole group is told to end", arguments: [SIGTERM, SIGINT])
    func inFlight(_ signal: Int32) throws {
        let server = try ServerProcess(["--grace-period", "60"], launcher: ["setsid"])
        let processes = server.processes
        let client = try Client(port: server.port)
        let ticks = processorTicks(of: server)
        try client.send(SlowRequest(marker: Secret("marker", [65])).request.bytes)
        #expect(eventually { processorTicks(of: server) > ticks + 10 })
        kill(-server.processID, signal)
        #expect(try Reply(client.receive()).status == 200)
        let start = ContinuousClock.now
        #expect(eventually { processes.allSatisfy(hasEnded) })
        #expect(.now - start < .seconds(1))
    }

    @Test("a server ends, and says why, when what starts its workers has ended; a request at work is answered")
    func launcher() throws {
        let server = try ServerProcess(["--grace-period", "60"])
        let processes = server.processes
        let client = try Client(port: server.port)
        let ticks = processorTicks(of: server)
        try client.send(SlowRequest(marker: Secret("marker", [65])).request.bytes)
        #expect(eventually { processorTicks(of: server) > ticks + 10 })
        kill(try #require(server.launchers.first), SIGKILL)
        #expect(try Reply(client.receive()).status == 200)
        #expect(eventually { processes.allSatisfy(hasEnded) })
        #expect(server.logText.contains("what starts workers had ended: start the server anew"))
    }

    /// Hundredths of a second that workers have worked.
    private func processorTicks(of server: ServerProcess) -> Int {
        server.workers.reduce(0) { sum, process in
            let line = (try? ProcessFile.text("stat", of: process)) ?? ""
            let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
            return sum + fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
        }
    }
}
