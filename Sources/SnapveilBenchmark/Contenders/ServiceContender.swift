import Foundation
import ImageCore
import SecureMemory

/// Our service: `snapveil serve` in a process of its own, asked over one connection that stays open.
final class ServiceContender {
    private let server: Process
    private let connection: HTTPConnection
    private let clock: ProcessorClock
    private let splash: Sample

    /// Starts the server.
    ///
    /// - Parameter program: The path of `snapveil`.
    init(program: String, splash: Sample) throws {
        self.splash = splash
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("snapveil-benchmark-\(getpid()).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        server = Process()
        // The kernel ends the server however this process ends.
        server.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        server.arguments = [
            "--pdeathsig", "KILL", program, "serve", "--port", "0", "--workers", "1",
            "--max-requests-per-connection", "1000000", "--header-timeout", "3600",
            "--idle-timeout", "3600",
        ]
        server.standardError = try FileHandle(forWritingTo: log)
        try server.run()
        clock = try ProcessorClock(process: server.processIdentifier)
        connection = try HTTPConnection(port: try Self.port(in: log, of: server))
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
        let upload = try Upload(cover, sample: sample, splash: splash)
        return EncodingOptions.Compression.measured(on: sample.format).map { compression in
            let path = "/v1/sanitize?" + cover.query(for: sample.size, compression: compression)
            return Entrant(contender: .service, setting: compression.rawValue, isTimed: compression.isTimed) {
                [self] wantsFile in
                let began = clock.milliseconds
                let reply = try connection.post(path, type: upload.type, body: upload.body)
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

/// The body of a request.
private struct Upload {
    let type: String
    let body: [UInt8]

    /// The snapshot alone, or a form with the picture that covers it.
    init(_ cover: Cover, sample: Sample, splash: Sample) throws {
        let snapshot = sample.bytes.withUnsafeBytes { Array($0) }
        guard cover == .image else {
            type = sample.format.mediaType
            body = snapshot
            return
        }
        let boundary = "snapveil-benchmark-boundary"
        func part(_ name: String, _ sample: Sample, _ bytes: [UInt8]) -> [UInt8] {
            let disposition = "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(sample.name)\""
            return Array("--\(boundary)\r\n\(disposition)\r\nContent-Type: \(sample.format.mediaType)\r\n\r\n".utf8)
                + bytes + Array("\r\n".utf8)
        }
        type = "multipart/form-data; boundary=\(boundary)"
        body =
            part("image", sample, snapshot)
            + part(Cover.assetName, splash, splash.bytes.withUnsafeBytes { Array($0) })
            + Array("--\(boundary)--\r\n".utf8)
    }
}
