import Foundation

/// The built program, run to its end.
struct Command {
    let status: Int32
    let output: String
    let errors: String
    /// What it has written to standard output.
    let bytes: [UInt8]

    /// - Parameters:
    ///   - arguments: Of the program.
    ///   - environment: Beside which it has none.
    ///   - input: A file to read on standard input; nil for nothing.
    ///   - shell: Commands of a shell to run before.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String? = nil,
        after shell: String? = nil
    ) throws {
        let running = try RunningCommand(arguments, environment: environment, input: input, after: shell)
        guard running.waitForEnd() else {
            running.kill()
            throw Obstacle(description: "the command does not end: \(arguments)")
        }
        (status, bytes, errors) = (running.status, running.output, running.errors)
        output = String(decoding: bytes, as: UTF8.self)
    }
}
