import Foundation

/// A process that has locked itself, and then did something.
struct LockedProgram {
    private let process = Process()
    private let output = Pipe()

    /// How it ended, and what it printed until then.
    enum Outcome: Equatable {
        case printed(String)
        case exited(Int32)
        case died(signal: Int32)
    }

    /// Its standard input.
    enum Input {
        case nothing
        /// A file that it can write to.
        case file(String)
        /// What is written to the pipe.
        case pipe(Pipe)
    }

    /// Runs one to its end.
    ///
    /// - Parameters:
    ///   - lock: `none`, `worker` or `front`, and the measures that are left out, each behind a comma.
    ///   - deed: What is done, of the file at `path`.
    ///   - files: What a worker keeps, and what a front reads.
    static func run(
        _ lock: String,
        _ deed: String,
        _ path: String = "-",
        files: [String] = [],
        input: Input = .nothing
    ) throws -> Outcome {
        let program = try LockedProgram(lock, deed, path, files: files, input: input)
        let output = try program.output.fileHandleForReading.readToEnd() ?? Data()
        program.process.waitUntilExit()
        let status = program.process.terminationStatus
        guard program.process.terminationReason == .exit else { return .died(signal: status) }
        guard status == 0 else { return .exited(status) }
        return .printed(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Starts one. Parameters are those of ``run(_:_:_:files:input:)``.
    init(_ lock: String, _ deed: String, _ path: String, files: [String] = [], input: Input) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "LockedProcess")
        process.arguments = [lock, deed, path] + files
        process.standardInput =
            switch input {
            case .nothing: FileHandle.nullDevice
            case .file(let path): FileHandle(forUpdatingAtPath: path)
            case .pipe(let pipe): pipe
            }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// What it has printed since it was asked last; waits for some, or for its end.
    func nextOutput() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
