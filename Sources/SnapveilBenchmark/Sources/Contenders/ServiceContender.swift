import Foundation
import ImageCore
import SecureMemory

/// Our service: `snapveil serve` in a process of its own, asked over one connection that stays open.
final class ServiceContender {
    private let server: Process
    private let connection: HTTPConnection
    private let clock: ProcessorClock
    /// Where the server finds the picture that covers a screen.
    private let assets: URL

    /// Starts the server, and waits until it listens.
    ///
    /// - Parameters:
    ///   - program: The path of `snapveil`.
    ///   - splash: The picture that covers a screen: one of the server's, as an operator would have it.
    init(program: String, splash: Sample) throws {
        assets = FileManager.default.temporaryDirectory.appendingPathComponent("snapveil-benchmark-\(getpid())")
        try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: false)
        let asset = assets.appendingPathComponent("\(Cover.assetName).\(splash.format.rawValue)")
        try splash.bytes.withUnsafeBytes { Data($0) }.write(to: asset)
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("snapveil-benchmark-\(getpid()).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        server = Process()
        // The kernel ends the server however this process ends.
        server.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        server.arguments = [
            "--pdeathsig", "KILL", program, "serve", "--port", "0", "--workers", "1",
            "--max-requests-per-connection", "1000000", "--header-timeout", "3600",
            "--idle-timeout", "3600", "--assets", assets.path,
        ]
        server.standardError = try FileHandle(forWritingTo: log)
        try server.run()
        clock = try ProcessorClock(process: server.processIdentifier)
        connection = try HTTPConnection(port: try Self.port(in: log, of: server))
    }

    deinit {
        server.terminate()
        server.waitUntilExit()
        try? FileManager.default.removeItem(at: assets)
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
        let body = sample.bytes.withUnsafeBytes { Array($0) }
        return PNGCompression.measured(on: sample.format).map { compression in
            let path = "/v1/sanitize?" + cover.query(for: sample.size, compression: compression)
            return Entrant(contender: .service, setting: compression.rawValue, isTimed: compression.isTimed) {
                [self] wantsFile in
                let began = clock.milliseconds
                let reply = try connection.post(path, type: OutputFormat.Kind(sample.format).mediaType, body: body)
                guard reply.status == 200 else {
                    let problem = String(decoding: reply.body, as: UTF8.self)
                    throw ContenderError("the service answered \(reply.status): \(problem)")
                }
                // What is left to do once the reply is out is part of the job: this lets the server have the core.
                usleep(2000)
                let milliseconds = clock.milliseconds - began
                return Run(milliseconds: milliseconds, file: wantsFile ? try SecureBytes(copying: reply.body) : nil)
            }
        }
    }
}
