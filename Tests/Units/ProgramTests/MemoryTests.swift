import Glibc
import SeededRandom
import Testing

/// Not searched for: the query, fields of the head that carry no secrets, and the names and words of a policy. They become strings of Swift
/// and Foundation, which nobody wipes, and say what to cover, not what was seen.
@Suite("What is left in memory, of whatever process", .serialized)
struct MemoryTests {
    @Test(
        "nothing of a snapshot, a body or a result stays in memory or goes into the log",
        arguments: Isolation.allCases
    )
    func requestsAreWiped(_ isolation: Isolation) throws {
        let server = try ServerProcess(["--allow-memory-inspection", "--isolation", isolation.rawValue])
        #expect(server.workers.isEmpty == (isolation == .none))
        for exchange in try Exchange.all() {
            let reply = try Client(port: server.port).exchange(exchange.request)
            #expect(reply.status == exchange.status, "\(exchange)")
            var secrets = exchange.secrets
            if exchange.showsSnapshot { secrets.append(Secret("the result", reply.image)) }
            let remains = try remains(of: secrets, in: server)
            #expect(remains == [], "after \(exchange)")
            let logged = secrets.filter { $0.shows(in: server.log) }.map(\.name)
            #expect(logged == [], "for \(exchange)")
        }
        #expect(server.log.count > 1000)
    }

    @Test("an upload is seen in memory while it is held, and is gone when its client has left")
    func abandonedUpload() throws {
        let server = try ServerProcess(["--allow-memory-inspection"])
        let upload = Secret("the part that came", try send(half: Exchange.all()[0], to: server))
        #expect(try remains(of: [upload], in: server) == [])
    }

    @Test("an upload that was too slow is gone")
    func slowUpload() throws {
        let server = try ServerProcess(["--allow-memory-inspection", "--body-timeout", "1"])
        let upload = Secret("the part that came", try send(half: Exchange.all()[0], to: server, waitingForReply: true))
        #expect(try remains(of: [upload], in: server) == [])
    }

    @Test("keys and cookies of a head are gone once it is answered, in one piece or in several", arguments: [1, 2])
    func heads(_ pieces: Int) throws {
        var letters = SeededGenerator(seed: 26)
        let server = try ServerProcess(["--allow-memory-inspection"])
        let secrets = ["Authorization: Bearer ", "API-Key: ", "Cookie: session="].map { field in
            Secret(field, letters.letters(120))
        }
        let fields = secrets.map { $0.name + String(decoding: $0.bytes, as: UTF8.self) }
        let bytes = Request(path: "/v1/policies", fields: fields).bytes
        let client = try Client(port: server.port)
        // The first piece ends within a cookie.
        try client.send(bytes.prefix(bytes.count - (pieces == 1 ? 0 : 60)))
        if pieces > 1 {
            let isHeld = try eventually {
                try MemoryImage(of: server).remains(of: secrets).count == secrets.count
            }
            #expect(isHeld)
            #expect(try MemoryImage(of: server.workers + server.launchers, in: server).remains(of: secrets) == [])
            try client.send(bytes.suffix(60))
        }
        #expect(try Reply(client.receive()).status == 200)
        #expect(try remains(of: secrets, in: server) == [])
    }

    @Test("a worker sees a body, and no field of its head")
    func work() throws {
        var letters = SeededGenerator(seed: 27)
        let server = try ServerProcess(["--allow-memory-inspection"])
        let secrets = ["Authorization: Bearer ", "API-Key: ", "Cookie: session=", "X-Own: "].map { field in
            Secret(field, letters.letters(120))
        }
        let marker = Secret("the body", letters.letters(200))
        var request = try SlowRequest(marker: marker).request
        request.fields += secrets.map { $0.name + String(decoding: $0.bytes, as: UTF8.self) }
        do {
            let client = try Client(port: server.port)
            try client.send(request.bytes)
            let isAtWork = try eventually {
                try MemoryImage(of: server.workers, in: server).remains(of: [marker]) == [marker.name]
            }
            #expect(isAtWork)
            #expect(try MemoryImage(of: server.workers + server.launchers, in: server).remains(of: secrets) == [])
            #expect(try MemoryImage(of: server.launchers, in: server).remains(of: [marker]) == [])
        }
        // The client has left. What is no key and no cookie may stay with the server itself.
        #expect(try remains(of: secrets.dropLast() + [marker], in: server) == [])
        #expect(try MemoryImage(of: server.workers + server.launchers, in: server).remains(of: secrets) == [])
    }

    @Test("nothing of a body stays in memory when the worker that had it is killed")
    func killedWorker() throws {
        var letters = SeededGenerator(seed: 28)
        let server = try ServerProcess(["--allow-memory-inspection"])
        let marker = Secret("the body", letters.letters(200))
        let client = try Client(port: server.port)
        try client.send(SlowRequest(marker: marker).request.bytes)
        let isAtWork = try eventually {
            try MemoryImage(of: server.workers, in: server).remains(of: [marker]) == [marker.name]
        }
        #expect(isAtWork)
        for worker in server.workers { kill(worker, SIGKILL) }
        #expect(try Reply(client.receive()).status == 500)
        #expect(try remains(of: [marker], in: server) == [])
    }

    /// Sends the head and half of the body, and checks that this half is then in memory: the search finds what is there.
    ///
    /// - Parameter waitingForReply: Whether to stay until the server closes the connection.
    private func send(
        half exchange: Exchange,
        to server: ServerProcess,
        waitingForReply: Bool = false
    ) throws -> [UInt8] {
        let unsent = exchange.request.body.count / 2
        let half = Array(exchange.request.body.dropLast(unsent))
        let client = try Client(port: server.port)
        try client.send(exchange.request.bytes.dropLast(unsent))
        let isHeld = try eventually {
            try MemoryImage(of: server).remains(of: [Secret("half", half)]) == ["half"]
        }
        #expect(isHeld)
        if waitingForReply { #expect(try Reply(client.receive()).status == 408) }
        return half
    }

    /// The names of the secrets that are still there when the server has had time to finish.
    private func remains(of secrets: [Secret], in server: ServerProcess) throws -> [String] {
        var remains: [String] = []
        _ = try eventually(within: 2) {
            remains = try MemoryImage(of: server).remains(of: secrets)
            return remains.isEmpty
        }
        return remains
    }
}
