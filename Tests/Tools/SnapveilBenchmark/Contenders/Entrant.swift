import ImageCore
import SecureMemory

/// A contender with one of its settings, ready to do one job.
struct Entrant {
    /// The contender that does the job.
    let contender: Contender
    /// What the setting is called.
    let setting: String
    /// Whether its time is of interest; of the others only the size is.
    let isTimed: Bool
    /// Does the job once. The file is asked for the first time only.
    let run: (_ wantsFile: Bool) throws -> Run
}

/// Who does a job.
enum Contender: Hashable {
    /// Our redactor, in this process.
    case redactor
    /// Our service, over HTTP.
    case service(Isolation)
    /// Our command, started anew.
    case command
    /// One of the peers, by name.
    case peer(String)
}

/// What doing a job once took.
struct Run {
    /// Milliseconds: processor time of the processes that did it, or of the clock on the wall for a folder.
    let milliseconds: Double
    /// The result, if it was asked for.
    let file: SecureBytes?
}

/// What stops a contender.
struct ContenderError: Error, CustomStringConvertible {
    /// Who, and what is wrong.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
