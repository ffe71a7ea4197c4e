import ArgumentParser
import Containment
import SnapveilService

/// `snapveil worker`: the command of the processes that `serve` and `redact` start, and of no use to anybody else.
struct Worker: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Work for the process that has started this one.",
        shouldDisplay: false
    )

    /// The kinds of work.
    enum Work: String, ExpressibleByArgument, CaseIterable {
        /// Redacts snapshots that clients send to the service.
        case sanitize
        /// Redacts files.
        case redact
    }

    @Argument var work: Work

    func run() throws {
        switch work {
        case .sanitize: WorkerMain.run(SanitizeWork.self)
        case .redact: WorkerMain.run(RedactWork.self)
        }
    }
}
