import Foundation
import ImageCore
import ProcessFiles
import Testing

@Suite("A server whose workers end, and whose files are exchanged", .serialized)
struct UpkeepTests {
    @Test("the server keeps no descriptor and no memory of workers that have ended")
    func leaks() throws {
        let server = try ServerProcess(["--workers", "2", "--allow-memory-inspection"])
        for _ in 0..<3 { try lose(4, in: server) }
        let (descriptors, memory) = try (descriptorCount(of: server), kilobytes(of: server))
        for _ in 0..<15 { try lose(2, in: server, requests: 20) }
        #expect(eventually { server.workers.count == 3 })
        // The memory of bodies is kept for bodies to come, in more blocks at times than at others.
        #expect(try eventually { try descriptorCount(of: server) < descriptors + 10 })
        #expect(try eventually { try kilobytes(of: server) < memory + 8 << 10 })
        #expect(server.processes.count == 5)
    }

    @Test("a worker that ends has another process at once, even while none can be started")
    func spare() throws {
        let server = try ServerProcess(["--workers", "1"])
        try awaitSpare(of: server)
        let launcher = try #require(server.launchers.first)
        kill(launcher, SIGSTOP)
        // The one that was started first.
        kill(server.workers[0], SIGKILL)
        #expect(eventually { server.logText.contains("a worker was replaced") })
        #expect(try Client(port: server.port).exchange(Exchange.all()[0].request).status == 200)
        #expect(server.workers.count == 1)
        kill(launcher, SIGCONT)
        #expect(eventually { server.workers.count == 2 })
    }

    @Test("a process that does nothing any more costs a request no more time than its work may take")
    func stoppedSpare() throws {
        let server = try ServerProcess(["--workers", "1", "--work-timeout", "1"])
        try awaitSpare(of: server)
        let workers = server.workers
        kill(workers[1], SIGSTOP)
        kill(workers[0], SIGKILL)
        #expect(eventually { server.logText.contains("a worker was replaced") })
        let request = try Exchange.all()[0].request
        #expect(try Client(port: server.port).exchange(request).status == 422)
        #expect(try Client(port: server.port).exchange(request).status == 200)
    }

    @Test("policies are read again at once while a worker does nothing any more, and that one is replaced")
    func stoppedWorker() throws {
        let directory = try Directory(["one.json": Self.fill("#102030")])
        let server = try ServerProcess(["--workers", "1", "--work-timeout", "1", "--policies", directory.path])
        try awaitSpare(of: server)
        kill(server.workers[0], SIGSTOP)
        kill(server.processID, SIGHUP)
        #expect(eventually { server.logText.contains("read again") })
        let picture = try NoisySnapshot.png(.fast, seed: 1).file
        let request = Request(method: "POST", path: "/v1/sanitize?policy=one", body: picture)
        #expect(try Client(port: server.port).exchange(request).status == 200)
    }

    @Test("a worker keeps the memory of bodies mapped as long as the server keeps it", arguments: [0, 512 << 20])
    func mappings(idleBytes: Int) throws {
        let options = ["--workers", "1", "--max-idle-bytes", "\(idleBytes)", "--allow-memory-inspection"]
        let server = try ServerProcess(options)
        let picture = try NoisySnapshot.png(.fast, seed: 1).file
        let request = Request(method: "POST", path: "/v1/sanitize?style=fill&color=%23000", body: picture)
        for _ in 0..<4 { #expect(try Client(port: server.port).exchange(request).status == 200) }
        // Besides its own large memory, and the board that it reads, which the spare one has, too. A body may come before the memory of
        // the one before it is free.
        #expect(
            try eventually {
                let count = try server.workers.map(sharedMappings).max() ?? 0
                return idleBytes == 0 ? count == 2 : count >= 3
            }
        )
    }

    /// Waits until the process that waits beside the one worker of a server is ready.
    private func awaitSpare(of server: ServerProcess) throws {
        #expect(try eventually { try server.workers.count(where: isLocked) == 2 })
        // It has still to say so.
        usleep(500_000)
    }

    /// Whether a process may no longer make any call of the system.
    private func isLocked(_ process: pid_t) throws -> Bool {
        try ProcessFile.text("status", of: process).contains("\nSeccomp:\t2\n")
    }

    /// Memory of other processes that a process has mapped.
    private func sharedMappings(of process: pid_t) throws -> Int {
        try ProcessFile.text("maps", of: process).split(separator: "\n").count { $0.contains("memfd:snapveil") }
    }

    /// Has workers killed, each before a share of the requests.
    private func lose(_ count: Int, in server: ServerProcess, requests: Int = 4) throws {
        let exchange = try Exchange.all()[0]
        for _ in 0..<count {
            #expect(eventually { server.workers.count == 3 })
            let before = server.workers
            if let worker = before.randomElement() { kill(worker, SIGKILL) }
            for _ in 0..<requests / count {
                // Sent while the worker ends, a request may be lost with it.
                #expect(try [200, 500].contains(Client(port: server.port).exchange(exchange.request).status))
            }
            #expect(eventually { server.workers != before })
        }
    }

    private func descriptorCount(of server: ServerProcess) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.processID)/fd").count
    }

    /// What the server itself takes, and its share of what it has in common with others.
    private func kilobytes(of server: ServerProcess) throws -> Int {
        let text = try ProcessFile.text("smaps_rollup", of: server.processID)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
        guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Obstacle(description: "no share of memory: \(text)")
        }
        return number
    }

    private static func fill(_ color: String) -> [UInt8] {
        Array(##"{ "rules": [ { "target": "screen", "style": { "fill": { "color": "\##(color)" } } } ] }"##.utf8)
    }

    @Test("keys and policies that SIGHUP brings hold for all workers, and no request is lost meanwhile")
    func exchange() throws {
        let colors = ["#102030", "#405060"]
        let keys = ["0123456789abcdef", "fedcba9876543210"]
        let directory = try Directory(["one.json": Self.fill(colors[0]), "keys": Array("ci:\(keys[0])".utf8)])
        let options = ["--workers", "3", "--policies", directory.path, "--key-file", directory["keys"]]
        let server = try ServerProcess(options)
        let picture = try NoisySnapshot.png(.fast, seed: 1).file
        @Sendable func reply(_ key: String, port: Int) throws -> Reply {
            let fields = ["API-Key: \(key)"]
            let request = Request(method: "POST", path: "/v1/sanitize?policy=one", fields: fields, body: picture)
            return try Client(port: port).exchange(request)
        }
        let (port, process) = (server.port, server.processID)
        let expected = [try reply(keys[0], port: port).body, try inOtherColor(keys[0], colors[1], picture, port)]
        #expect(expected[0] != expected[1])
        for round in 1...6 {
            let (now, then) = (round % 2, (round + 1) % 2)
            let length = server.log.count
            try directory.write(Self.fill(colors[now]), to: "one.json")
            try directory.write(Array("ci:\(keys[now])".utf8), to: "keys")
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                if index == 0 { kill(process, SIGHUP) }
                for _ in 0..<8 {
                    // Whichever key and policy there are: one of the keys lets in, with a policy of before or after.
                    let replies = [then, now].compactMap { try? reply(keys[$0], port: port) }
                    #expect(replies.count == 2)
                    #expect(replies.contains { $0.status == 200 })
                    for reply in replies { #expect(reply.status == 401 || expected.contains(reply.body)) }
                }
            }
            #expect(eventually { String(decoding: server.log.dropFirst(length), as: UTF8.self).contains("read again") })
            DispatchQueue.concurrentPerform(iterations: 6) { _ in
                #expect((try? reply(keys[now], port: port))?.body == expected[now])
                #expect((try? reply(keys[then], port: port))?.status == 401)
            }
        }
        #expect(!server.logText.contains("a worker failed"))
    }

    private func inOtherColor(_ key: String, _ color: String, _ picture: [UInt8], _ port: Int) throws -> [UInt8] {
        let path = "/v1/sanitize?style=fill&color=\(color.replacing("#", with: "%23"))"
        let request = Request(method: "POST", path: path, fields: ["API-Key: \(key)"], body: picture)
        return try Client(port: port).exchange(request).body
    }

    @Test("a picture that a policy needs and no worker can read is named at the start, and refused at SIGHUP")
    func brokenPicture() throws {
        let logo = #"{ "rules": [ { "target": "screen", "style": { "image": { "asset": "logo" } } } ] }"#
        let good = try NoisySnapshot.png(.fast, seed: 2).file
        let directory = try Directory(["logo.json": Array(logo.utf8), "logo.png": Array(good.dropLast(good.count / 2))])
        let options = ["--policies", directory.path, "--assets", directory.path]
        let command = try Command(["serve", "--port", "0"] + options)
        #expect(command.status == 78)
        #expect(command.errors.contains("\(directory["logo.png"]): the asset cannot be used: "), "\(command.errors)")

        try directory.write(good, to: "logo.png")
        let server = try ServerProcess(options)
        let picture = try NoisySnapshot.png(.fast, seed: 1).file
        let request = Request(method: "POST", path: "/v1/sanitize?policy=logo", body: picture)
        let before = try Client(port: server.port).exchange(request)
        #expect(before.status == 200)
        try directory.write(Array(good.dropLast(good.count / 2)), to: "logo.png")
        kill(server.processID, SIGHUP)
        let refusal = "are unchanged: \(directory["logo.png"]): the asset cannot be used: "
        #expect(eventually { server.logText.contains(refusal) })
        #expect(try Client(port: server.port).exchange(request).body == before.body)
        #expect(!server.logText.contains("a worker failed"))
    }
}
