import BoundedWork
import Containment
import HTTPServer
import Logging
import RedactionJobs
import SecureMemory
import SnapveilGuard
import SnapveilService

/// A guard that listens: set up in a process that is locked then, and served until a signal ends it.
struct GuardServing {
    let start: GuardStart
    let language: GuardService.Language
    /// What the first line of the log says besides the policy and the server behind.
    let notes: Logger.Metadata
    /// Whether the URL is printed on standard output.
    let printsURL: Bool

    private var logger: Logger { start.settings.logger }

    func run() throws {
        do {
            try serve(service())
        } catch let error as InvalidSetting {
            throw CommandFailure.configuration(error.message)
        } catch let error as HTTPServerError {
            throw CommandFailure.configuration("\(error)")
        }
    }

    private func service() throws -> GuardService {
        var configuration = try start.settings.service(language)
        let sockets = try ListeningSockets(configuration.server)
        configuration.monitoring.metricsSockets = try configuration.monitoring.metricsAddress.map {
            try ListeningSockets(host: $0.host, port: $0.port)
        }
        let workers = try start.workers()
        let program = guardsRecordings ? try start.recordingProgram() : nil
        configuration.server.descriptorsPerBody = workers.areContained ? 1 : 0
        try start.lock(workers, reading: start.settings.paths)
        let recordings =
            try program.map { try start.recordings($0, areContained: workers.areContained) }
            ?? RecordingWorkers(refusing: .init("it is a recording"))
        if configuration.keys == nil, !Self.loopback.contains(configuration.server.host) {
            logger.warning("whoever reaches this address may use the server behind: --key-file demands keys")
        }
        var notes = notes.merging(["upstream": "\(configuration.upstream)"]) { $1 }
        if guardsRecordings { notes["recordings"] = "\(recordings.refusal ?? "redacted")" }
        start.note(notes)
        return try mapError(
            GuardService(
                configuration,
                sockets: sockets,
                workers: workers,
                recordings: recordings,
                logger: logger
            )
        ) { (_: OutOfMemory) in InvalidSetting(message: "there is not enough memory") }
    }

    private var guardsRecordings: Bool { if case .webDriver = language { true } else { false } }

    private static let loopback = ["127.0.0.1", "::1", "[::1]", "localhost"]

    private func serve(_ service: GuardService) throws {
        let reloader = start.settings.keyFile.map { keyFile in
            Reloader(subject: "keys") { () throws(InvalidSetting) in service.replaceKeys(try keyFile.read()) }
        }
        let process = ServiceProcess(
            name: "guard",
            service: service,
            address: service.listeningAddress,
            launcher: start.launcher,
            logger: logger,
            printsURL: printsURL,
            reloader: reloader
        )
        try process.run()
    }
}
