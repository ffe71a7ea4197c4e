import Foundation
import ProcessFiles
import Samples
import SecureMemory
import Testing

@Suite("What becomes of a run of snapveil redact whose workers fail", .serialized)
struct RedactFailureTests {
    /// A way for a worker to end, and the words for it.
    struct End: Sendable, CustomTestStringConvertible {
        let signal: Int32
        /// Files worked on at a time.
        let jobs: Int
        var isOutOfMemory = false
        let words: String
        var testDescription: String { words }
    }

    private static let ends = [
        End(signal: SIGSEGV, jobs: 1, words: "it ended by SIGSEGV"),
        End(signal: SIGKILL, jobs: 2, words: "it ended by SIGKILL, which this program did not send"),
        End(signal: SIGSEGV, jobs: 2, isOutOfMemory: true, words: "it took more memory than allowed"),
    ]
    private static let names = (10..<30).map { "shot\($0).png" }

    @Test(
        "a file of twenty whose worker ends is one named failure, and the others are as they would be",
        arguments: ends
    )
    func crash(end: End) throws {
        let input = try input()
        let output = try Directory()
        let expected = try expectedResults(input)
        let options = Self.options(input, output) + ["--jobs", "\(end.jobs)", "--receipt", output["receipts.json"]]
        let command = try RunningCommand(options)
        let worker = try stoppedWorker(of: command, output)
        if end.jobs == 1 {
            // Until it has certainly been given a file.
            usleep(500_000)
        } else {
            #expect(try eventually(within: 120) { try results(in: output).count == 19 })
        }
        if end.isOutOfMemory {
            // So that nothing more can be had, which the worker tries when it crashes.
            let prlimit = try Process.run(
                URL(filePath: "/usr/bin/prlimit"),
                arguments: ["--pid", "\(worker)", "--as=1"]
            )
            prlimit.waitUntilExit()
            #expect(prlimit.terminationStatus == 0)
        }
        kill(worker, end.signal)
        kill(worker, SIGCONT)
        try #require(command.waitForEnd())
        #expect(command.status == 1 && !command.wasSignalled)
        let done = try results(in: output)
        let failed = Set(Self.names).subtracting(done)
        let name = try #require(failed.first)
        #expect(failed.count == 1)
        let errors = command.errors.split(separator: "\n").filter { !$0.contains("contained in part") }
        #expect(errors == ["snapveil: \(input[name]): the worker failed: \(end.words)"])
        for name in done { #expect(try bytes(output[name]) == expected[name]) }
        let document = try JSONSerialization.jsonObject(with: Data(bytes(output["receipts.json"])))
        #expect(
            (document as? [[String: Any]])?.compactMap { $0["input"] as? String } == done.sorted().map { input[$0] }
        )
    }

    @Test("an interrupt ends the program and its workers, and is nothing to these by itself")
    func interrupt() throws {
        let (input, output) = (try input(), try Directory())
        let command = try RunningCommand(Self.options(input, output) + ["--jobs", "2"])
        _ = try stoppedWorker(of: command, output)
        let workers = command.workers
        #expect(workers.count == 2)
        for worker in workers { kill(worker, SIGINT) }
        #expect(try eventually(within: 120) { try results(in: output).count == 19 })
        #expect(command.workers == workers)
        command.signal(SIGINT)
        try #require(command.waitForEnd())
        #expect(command.wasSignalled && command.status == SIGINT)
        #expect(try results(in: output).count == 19)
        // One of them was stopped, and could end by nothing but SIGKILL.
        for worker in workers { #expect(eventually { hasEnded(worker) }) }
    }

    @Test(
        "where there can be no workers, auto says so and does the work, and required does not",
        arguments: [true, false]
    )
    func noWorkers(isRequired: Bool) throws {
        let (input, output) = (try input(), try Directory())
        let command = try Command(
            ["redact", input["shot10.png"], "--style", "blur", "--radius", "2", "-o", output["safe.png"]]
                + (isRequired ? ["--isolation", "required"] : []),
            // Less than a worker's memory takes of the addresses.
            after: "ulimit -v 3000000"
        )
        let reason = "memory cannot be shared with workers (memfd_create): Cannot allocate memory"
        if isRequired {
            #expect(command.status == 78)
            #expect(
                command.errors
                    == "snapveil: isolation is required, and not possible: \(reason). --isolation auto would go on without it\n"
            )
            #expect(try results(in: output) == [])
        } else {
            #expect(command.status == 0)
            #expect(command.errors == "snapveil: not contained: files are worked on in this process: \(reason)\n")
            #expect(try results(in: output) == ["safe.png"])
        }
    }

    private static func options(_ input: Directory, _ output: Directory) -> [String] {
        let style = ["--style", "blur", "--radius", "20"]
        return ["redact"] + names.map { input[$0] } + style + ["--output-directory", output.path]
    }

    /// Twenty files of three kinds, each of which takes a while.
    private func input() throws -> Directory {
        let directory = try Directory()
        let pictures = try Sample.allCases.map { try $0.picture("png").withUnsafeBytes(Array.init) }
        for (index, name) in Self.names.enumerated() {
            try directory.write(pictures[index % pictures.count], to: name)
        }
        return directory
    }

    /// What the files become where no worker fails, as there is none.
    private func expectedResults(_ input: Directory) throws -> [String: [UInt8]] {
        let output = try Directory()
        let kinds = Self.names.prefix(Sample.allCases.count)
        let style = ["--style", "blur", "--radius", "20", "--isolation", "none"]
        let command = try Command(
            ["redact"] + kinds.map { input[$0] } + style + ["--output-directory", output.path]
        )
        #expect(command.status == 0)
        let results = try kinds.map { try bytes(output[$0]) }
        return Dictionary(uniqueKeysWithValues: Self.names.enumerated().map { ($1, results[$0 % results.count]) })
    }

    /// A worker that does nothing any more from the time on when a few files are done.
    private func stoppedWorker(of command: RunningCommand, _ output: Directory) throws -> pid_t {
        let isUnderWay = try eventually(within: 60) { try results(in: output).count >= 2 }
        let worker = try #require(isUnderWay ? command.workers.first : nil)
        kill(worker, SIGSTOP)
        return worker
    }

    private func results(in directory: Directory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
            $0.hasSuffix(".png") && !$0.hasPrefix(".")
        }
    }

    /// Whether a process has ended. It may not have been waited for.
    private func hasEnded(_ process: pid_t) -> Bool {
        let status = try? ProcessFile.text("status", of: process)
        return status?.contains("State:\tZ") ?? true
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: path)))
    }
}
