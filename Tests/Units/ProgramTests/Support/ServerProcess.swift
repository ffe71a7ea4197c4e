import Foundation
import Glibc
import ProcessFiles

/// The built program, serving on a free port in a process of its own, with its log at level trace.
///
/// However the tests end, the server ends with them: it is the child of a shell that kills it when its standard input
/// closes, and the other end of that is held here alone.
final class ServerProcess {
    /// The port that it listens on; 0 for a socket in the file system.
    let port: Int
    /// The server itself, not the shell.
    let processID: pid_t

    private let shell = Process()
    private let tether = Pipe()
    private let output = CollectedOutput()
    private let errors = CollectedOutput()

    /// - Parameters:
    ///   - options: Of `snapveil serve`.
    ///   - launcher: A program, with its arguments, that becomes the command that is appended to it, as `env` does.
    ///   - directory: The working directory, the home and the place of temporary files; nil for those of the tests.
    init(_ options: [String], launcher: [String] = [], directory: URL? = nil) throws {
        shell.executableURL = URL(filePath: "/bin/sh")
        let serve = [Self.program.path, "serve", "--port", "0", "--print-url", "--log-level", "trace"]
        shell.arguments = ["-c", #""$@" & echo $!; cat >/dev/null; kill -KILL $!"#, "sh"] + launcher + serve + options
        if let directory {
            shell.currentDirectoryURL = directory
            shell.environment = ["HOME": directory.path, "TMPDIR": directory.path]
        }
        shell.standardInput = tether
        shell.standardOutput = output.pipe
        shell.standardError = errors.pipe
        try shell.run()
        let (output, errors) = (output, errors)
        // The log, which comes by a pipe of its own, is there up to what it listens on.
        let hasStarted = {
            output.text.split(separator: "\n", omittingEmptySubsequences: false).count == 3
                && errors.text.contains("listening")
        }
        guard eventually(hasStarted),
            let processID = pid_t(output.text.prefix { $0 != "\n" }),
            let place = output.text.split(separator: ":").last?.dropLast(),
            let port = place.hasPrefix("/") ? 0 : Int(place)
        else {
            try tether.fileHandleForWriting.close()
            throw Obstacle(description: "the server did not start: \(output.text) \(errors.text)")
        }
        self.processID = processID
        self.port = port
    }

    deinit {
        try? tether.fileHandleForWriting.close()
        _ = eventually { !shell.isRunning }
    }

    /// What it has written so far: its log, and its URL.
    var log: [UInt8] { errors.bytes + output.bytes }

    /// Whether it still answers.
    func isAlive() throws -> Bool {
        try Client(port: port).exchange(Request(path: "/healthz")).status == 200
    }

    /// The program stands beside the tests in the build folder.
    static var program: URL {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "snapveil")
    }
}

extension ServerProcess {
    /// The numbers of all its processes: its own, that of what starts workers, and those of the workers.
    var processes: [pid_t] { [processID] + children }

    /// The processes that work on what is sent.
    var workers: [pid_t] { ProcessFile.workers(of: processID) }

    /// The process that starts workers. Its arguments are those of the server, of which it is a copy.
    var launchers: [pid_t] { children.filter { ProcessFile.arguments(of: $0).dropFirst().first == "serve" } }

    private var children: [pid_t] { ProcessFile.children(of: processID) }

    /// What it has logged so far.
    var logText: String { String(decoding: log, as: UTF8.self) }
}

/// Whether a process has ended. One that nobody has waited for yet has, too.
func hasEnded(_ process: pid_t) -> Bool {
    guard let status = try? ProcessFile.text("status", of: process) else { return true }
    return status.contains("\nState:\tZ")
}
