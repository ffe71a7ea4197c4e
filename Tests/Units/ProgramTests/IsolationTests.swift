import Foundation
import Samples
import SecureMemory
import Testing

@Suite("How far workers are contained")
struct IsolationTests {
    @Test(
        "a server that requires isolation starts where it can be had, and says first what its limits are and what is in force"
    )
    func required() throws {
        guard KernelSupport.isComplete else {
            let command = try Command(["serve", "--port", "0", "--isolation", "required"])
            #expect(command.status == 78)
            #expect(command.errors.hasPrefix("snapveil: isolation is required, and not possible: "))
            return
        }
        let server = try ServerProcess(["--isolation", "required", "--workers", "2"])
        let log = server.logText.split(separator: "\n")
        #expect(log[0].hasSuffix(" [snapveil] limits") && log[0].contains(" workers=2"))
        let lines = log.dropFirst().map(String.init)
        #expect(lines[0].contains(" contained: 2 workers in processes of their own: last words, no new privileges, "))
        #expect(lines[0].contains(", no capabilities, resource limits, hidden memory, Landlock "))
        #expect(lines[0].hasSuffix(", seccomp"))
        #expect(lines[1].contains(" contained: the server itself: no new privileges, Landlock "))
        #expect(lines[1].hasSuffix(", seccomp"))
        // One of them waits for another to fail.
        #expect(eventually { server.workers.count == 3 })
        try exchange(with: server)
    }

    @Test("a server without isolation says so, and has no other process")
    func none() throws {
        let server = try ServerProcess(["--isolation", "none"])
        #expect(server.logText.contains("not contained: uploads are worked on in the server's own process, because "))
        #expect(server.processes == [server.processID])
        try exchange(with: server)
    }

    @Test("isolation cannot be required of a server whose memory is to be inspected")
    func contradiction() throws {
        let command = try Command(["serve", "--isolation", "required", "--allow-memory-inspection"])
        #expect(command.status == 78)
        #expect(command.errors.contains("isolation is required, and allow-memory-inspection lets others in"))
    }

    @Test("a host that lacks something is named in the log, and the server serves", arguments: Host.allCases)
    func auto(_ host: Host) throws {
        let server = try ServerProcess(["--workers", "2"], launcher: host.launcher)
        let warnings = server.logText.split(separator: "\n").filter { $0.contains(" warning ") }
        let lines = warnings.filter { $0.contains("contained") }
        for words in host.words { #expect(lines[0].contains(words), "\(lines)") }
        #expect(lines.count == (host.hasWorkers ? 2 : 1), "\(lines)")
        #expect(eventually { server.workers.count == (host.hasWorkers ? 3 : 0) })
        // Where there are none, what would start them is of no more use.
        #expect(eventually { server.processes.count == (host.hasWorkers ? 5 : 1) })
        try exchange(with: server)
        try exchange(with: server, for: .seconds(2))
        #expect(try server.isAlive())
    }

    @Test("a host that lacks something ends a start that requires isolation, in one line", arguments: Host.allCases)
    func refused(_ host: Host) throws {
        let serve = ["serve", "--port", "0", "--isolation", "required"]
        let command = try Command(serve, launcher: host.launcher)
        #expect(command.status == 78)
        let lines = command.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(command.errors)")
        #expect(command.errors.hasPrefix("snapveil: isolation is required, and not possible: "))
        for words in host.words.dropFirst() { #expect(command.errors.contains(words), "\(command.errors)") }
        #expect(command.errors.hasSuffix("--isolation auto would go on without it\n"))
    }

    /// Every kind of request gets its reply.
    private func exchange(with server: ServerProcess) throws {
        for exchange in try Exchange.all() {
            #expect(try Client(port: server.port).exchange(exchange.request).status == exchange.status, "\(exchange)")
        }
    }

    /// Messages in other scripts, whose fonts are opened late, and blurs, which take several threads, for some time: after a
    /// second, Dispatch looks after its threads.
    private func exchange(with server: ServerProcess, for time: Duration) throws {
        let picture = try Sample.webProfile.picture("png").withUnsafeBytes { Array($0) }
        let requests = ["style=message&text=%D8%A7%D9%84%D8%B3%D8%B1", "style=blur&radius=20"].map { query in
            Request(method: "POST", path: "/v1/sanitize?\(query)", body: picture)
        }
        let port = server.port
        let expected = try requests.map { try Client(port: port).exchange($0).body }
        let end = ContinuousClock.now + time
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            while ContinuousClock.now < end {
                let reply = try? Client(port: port).exchange(requests[index % 2])
                #expect(reply?.status == 200)
                #expect(reply?.body == expected[index % 2])
            }
        }
    }
}
