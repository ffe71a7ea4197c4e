import Foundation
import ImageCore
import SecureMemory

/// Our service: `snapveil serve` in a process of its own, asked over one connection that stays open.
final class ServiceContender {
    private let isolation: Isolation
    private let server: Process
    private let connection: HTTPConnection
    private let clock: ProcessorClock
    /// Where the server finds the picture that covers a screen, and its policies.
    private let assets, policies: TemporaryDirectory

    /// Starts the server with a single worker, and waits until it listens.
    ///
    /// - Parameters:
    ///   - program: The path of `snapveil`.
    ///   - isolation: Where the server works on what it is sent.
    ///   - splash: The picture that covers a screen: one of the server's, as an operator would have it.
    ///   - models: The directory of models that find text and faces.
    init(program: String, isolation: Isolation, splash: Sample, models: String) throws {
        self.isolation = isolation
        assets = try TemporaryDirectory("\(isolation)")
        policies = try TemporaryDirectory("\(isolation)-policies")
        for cover in Cover.allCases {
            guard let policy = cover.policyFile else { continue }
            _ = try policies.write(SecureBytes(copying: Data(policy.utf8)), as: "\(cover.rawValue).json")
        }
        _ = try assets.write(splash.bytes, as: "\(Cover.assetName).\(splash.format.rawValue)")
        let log = assets.url.appendingPathExtension("log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        server = Process()
        // The kernel ends the server however this process ends.
        server.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        server.arguments = [
            "--pdeathsig", "KILL", program, "serve", "--port", "0", "--workers", "1",
            "--isolation", isolation.rawValue,
            "--max-requests-per-connection", "1000000", "--header-timeout", "3600",
            "--idle-timeout", "3600", "--assets", assets.url.path, "--policies", policies.url.path, "--models", models,
        ]
        server.standardError = try FileHandle(forWritingTo: log)
        try server.run()
        connection = try HTTPConnection(port: try Self.port(in: log, of: server))
        // Once it listens, it has all of its processes: itself, what starts workers, and a worker.
        clock = try ProcessorClock(processAndChildren: server.processIdentifier)
        guard isolation == .none || clock.processCount > 2 else {
            throw ContenderError("the server should have workers, and has none")
        }
    }

    deinit {
        server.terminate()
        server.waitUntilExit()
    }

    /// The port that the first line of the log tells.
    private static func port(in log: URL, of server: Process) throws -> UInt16 {
        for _ in 0..<1000 where server.isRunning {
            let text = try String(contentsOf: log, encoding: .utf8)
            if let match = text.firstMatch(of: /address=127\.0\.0\.1:(\d+)/), let port = UInt16(match.1) { return port }
            usleep(10_000)
        }
        throw ContenderError("the server did not start: \(try String(contentsOf: log, encoding: .utf8))")
    }

    /// One for each compression of a PNG.
    func entrants(_ cover: Cover, on sample: Sample) throws -> [Entrant] {
        cover.compressions(of: sample.format).map { compression in
            let request = Request(cover, sample, compression)
            return Entrant(contender: .service(isolation), setting: compression.rawValue, isTimed: compression.isTimed)
            {
                [self] wantsFile in
                let began = try clock.milliseconds()
                let reply = try reply(to: request)
                // What is left to do once the reply is out is part of the job.
                try rest()
                let milliseconds = try clock.milliseconds() - began
                return Run(milliseconds: milliseconds, file: wantsFile ? try SecureBytes(copying: reply.body) : nil)
            }
        }
    }

    /// How long a client waits for a reply, in milliseconds of the clock on the wall.
    func wait(for request: Request) throws -> Double {
        let duration = try ContinuousClock().measure { _ = try reply(to: request) }
        // Or the next to be asked would wait for the core as well.
        try rest()
        return duration / .milliseconds(1)
    }

    /// What is asked of the server.
    struct Request {
        fileprivate let path: String
        fileprivate let type: String
        fileprivate let body: [UInt8]

        /// To do `cover` on `sample`.
        init(_ cover: Cover, _ sample: Sample, _ compression: PNGCompression) {
            path = "/v1/sanitize?" + cover.query(for: sample.size, compression: compression)
            type = sample.format.mediaType
            body = sample.bytes.withUnsafeBytes { Array($0) }
        }
    }

    private func reply(to request: Request) throws -> HTTPConnection.Reply {
        let reply = try connection.post(request.path, type: request.type, body: request.body)
        guard reply.status == 200 else {
            throw ContenderError("the service answered \(reply.status): \(String(decoding: reply.body, as: UTF8.self))")
        }
        return reply
    }

    /// Lets the server have the core until it has nothing left to do.
    private func rest() throws {
        var last = try clock.milliseconds()
        for _ in 0..<20 {
            usleep(2000)
            let milliseconds = try clock.milliseconds()
            guard milliseconds > last else { return }
            last = milliseconds
        }
    }
}
