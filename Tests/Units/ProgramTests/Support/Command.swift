import Foundation

/// The built program, run to its end.
struct Command {
    let status: Int32
    let output: String
    let errors: String
    /// What it has written to standard output.
    let bytes: [UInt8]

    /// What it has written to standard error besides its log, whose lines begin with the year.
    var message: String {
        errors.split(separator: "\n").filter { $0.first?.isNumber != true }.map { $0 + "\n" }.joined()
    }

    /// - Parameters:
    ///   - arguments: Of the program.
    ///   - environment: Beside which it has none.
    ///   - input: A file to read on standard input; nil for nothing.
    ///   - launcher: A program, with its arguments, that becomes the command that is appended to it.
    ///   - shell: Commands of a shell to run before.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String? = nil,
        launcher: [String] = [],
        after shell: String? = nil
    ) throws {
        let before = shell.map { ["/bin/sh", "-c", "\($0); exec \"$@\"", "sh"] } ?? []
        let running = try RunningCommand(arguments, environment: environment, input: input, launcher: before + launcher)
        guard running.waitForEnd() else {
            running.kill()
            throw Obstacle(description: "the command does not end: \(arguments)")
        }
        (status, bytes, errors) = (running.status, running.output, running.errors)
        output = String(decoding: bytes, as: UTF8.self)
    }
}
