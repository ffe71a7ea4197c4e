import Foundation

/// The built program, run to its end.
struct Command {
    let status: Int32
    let output: String
    let errors: String

    /// What it has written to standard error besides its log, whose lines begin with the year.
    var message: String {
        errors.split(separator: "\n").filter { $0.first?.isNumber != true }.map { $0 + "\n" }.joined()
    }

    /// - Parameters:
    ///   - arguments: Of the program.
    ///   - environment: Beside which it has none.
    ///   - launcher: A program, with its arguments, that becomes the command that is appended to it.
    init(_ arguments: [String], environment: [String: String] = [:], launcher: [String] = []) throws {
        let process = Process()
        let command = launcher + [ServerProcess.program.path] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = environment
        let (output, errors) = (CollectedOutput(), CollectedOutput())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        try process.run()
        guard eventually({ !process.isRunning }) else {
            process.terminate()
            throw Obstacle(description: "the command does not end: \(arguments)")
        }
        status = process.terminationStatus
        // What a process wrote may come after its end.
        _ = eventually { output.isComplete && errors.isComplete }
        self.output = output.text
        self.errors = errors.text
    }
}
