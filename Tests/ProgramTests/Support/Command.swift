import Foundation

/// The built program, run to its end.
struct Command {
    let status: Int32
    let output: String
    let errors: String

    /// - Parameters:
    ///   - arguments: Of the program.
    ///   - environment: Beside which it has none.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = ServerProcess.program
        process.arguments = arguments
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
