import ArgumentParser
import BoundedWork
import Foundation
import SecureMemory
import SnapveilService

/// The end of a command with a message on standard error.
enum CommandFailure {
    /// What the command line asks for cannot be understood: EX_USAGE of sysexits.h.
    static func usage(_ message: String) -> ExitCode {
        report(message)
        return ExitCode(64)
    }

    /// A setting or a policy cannot be used: EX_CONFIG.
    static func configuration(_ message: String) -> ExitCode {
        report(message)
        return ExitCode(78)
    }

    /// A server does not answer as it should.
    static func unhealthy(_ message: String) -> ExitCode {
        report(message)
        return ExitCode(1)
    }

    /// The program cannot go on, for no fault of its settings: EX_SOFTWARE.
    static func breakdown(_ message: String) -> ExitCode {
        report(message)
        return ExitCode(70)
    }

    /// Something could not be written.
    static func output(_ message: String) -> ExitCode {
        report(message)
        return ExitCode(1)
    }

    /// Another program is at it, and it may be tried again later: EX_TEMPFAIL.
    static func taken(_ message: String) -> ExitCode {
        report(message)
        return ExitCode(75)
    }

    /// A value, or the end of the command with the reason why it cannot be had.
    static func usable<Value>(_ value: @autoclosure () throws(InvalidSetting) -> Value) throws -> Value {
        try mapError(value()) { (error: InvalidSetting) in configuration(error.message) }
    }

    /// The file at `path`, which the command line names, or the end of the command with the reason why it cannot be read.
    static func readInput(_ path: String) throws -> SecureBytes {
        try mapError(InputFile(path).read()) { (error: FileError) in usage("\(error)") }
    }

    private static func report(_ message: String) {
        FileHandle.standardError.write(Data("snapveil: \(message)\n".utf8))
    }
}
