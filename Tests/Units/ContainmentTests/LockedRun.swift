import CContainment
import Foundation
import Glibc
import Testing

/// A process that has locked itself, and then did something.
struct LockedRun {
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
        let program = try LockedRun(lock, deed, path, files: files, input: input)
        let output = try program.output.fileHandleForReading.readToEnd() ?? Data()
        program.process.waitUntilExit()
        let status = program.process.terminationStatus
        guard program.process.terminationReason == .exit else { return .died(signal: status) }
        guard status == 0 else { return .exited(status) }
        return .printed(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Starts one. Parameters are those of ``run(_:_:_:files:input:)``.
    init(_ lock: String, _ deed: String, _ path: String, files: [String] = [], input: Input) throws {
        process.executableURL = URL(filePath: Self.executable("LockedProcess"))
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

    /// The path of a program that is built together with the tests.
    static func executable(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
    }

    /// Ends it by force, so that it can clean up nothing.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// What it has printed since it was asked last; waits for some, or for its end.
    func nextOutput() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Something that a lock keeps a process from doing.
struct Denial: CustomTestStringConvertible {
    let deed: String
    let path: String
    let outcome: LockedRun.Outcome

    private init(_ deed: String, _ path: String, _ outcome: LockedRun.Outcome) {
        (self.deed, self.path, self.outcome) = (deed, path, outcome)
    }

    /// A deed that fails with an error, which is named.
    static func fails(_ deed: String, _ path: String = "-", with error: String) -> Denial {
        Denial(deed, path, .printed(error))
    }

    /// A deed that ends the process.
    static func kills(_ deed: String, _ path: String = "-") -> Denial {
        Denial(deed, path, .died(signal: SIGSYS))
    }

    var testDescription: String { "\(deed) \(path)" }
}

/// What the kernel offers that the tests run on.
enum KernelSupport {
    /// Whether all measures of a lock can be taken, those of Landlock that are about networks and signals, too.
    static let isComplete = lock_landlock_version() >= 6 && lock_filter_available() == 0
}

/// A directory of files for the time of a test.
final class ScratchDirectory {
    let path: String

    /// - Parameter texts: What is in its files, by their names.
    init(_ texts: [String: String] = [:]) throws {
        // Without symbolic links, of which tests make their own.
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        path = parent.appending(path: "containment-\(UUID())").path
        try makeDirectory("")
        for (name, text) in texts { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: self[name]))
    }

    func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
    }

    /// Makes `name` a link to `target`, in one step if it is one already.
    func link(_ name: String, to target: String) throws {
        let new = self["new-link"]
        try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: target)
        guard rename(new, self[name]) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// The path of a file in it.
    subscript(name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }
}
