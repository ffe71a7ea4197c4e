import ArgumentParser
import BoundedWork
import Containment
import Foundation
import RedactionJobs
import SnapveilGuard
import SnapveilService

@main
struct Snapveil: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapveil",
        abstract: "Make screenshots safe to keep: blurred, pixelated, blacked out or covered, whole or in part.",
        discussion: """
            EXAMPLES
              snapveil serve
              snapveil redact shot.png --style fill --color '#000' --region 0,0,390,47 --scale 3 -o safe.png
              snapveil redact shots/*.png --policy bank-app.json --output-directory safe
              snapveil check shots --format junit --output check.xml
              snapveil policies check policies/*.yaml

            EXIT STATUS
              0   done
              1   some inputs failed (named on standard error), or a check found something
              64  the command line is not understood
              70  the server or the shard could not go on
              75  another program works on the shard
              78  a setting cannot be used
            """,
        version: APIDescription.version,
        subcommands: [
            Serve.self, Guard.self, Redact.self, Unseal.self, Keys.self, Check.self, Policies.self, Health.self,
            Worker.self,
            Reference.self,
        ]
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
            guard fflush(nil) == 0 else { throw CommandFailure.output("standard output: \(SystemError.last)") }
        } catch {
            end(error)
        }
    }

    /// Ends the process as ArgumentParser does, but that names of files in a message do not steer a terminal.
    private static func end(_ error: any Error) -> Never {
        let message = fullMessage(for: error)
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        let printed = lines.map { QuotedText.printing(String($0)) }.joined(separator: "\n")
        guard exitCode(for: error) != .success, printed != message else { exit(withError: error) }
        PrintedText.write("\(printed)\n")
        exit(withError: exitCode(for: error))
    }
}

/// `snapveil reference`: writes the pages of the documentation that are generated from the code.
struct Reference: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the generated pages of the documentation.",
        shouldDisplay: false
    )

    @Argument(help: ArgumentHelp("The catalogue of the documentation.", valueName: "directory"))
    var directory: String

    func run() throws {
        let metrics = APIReference.metricsPage(besides: GuardMetric.groups)
        for page in try APIReference.pages + [metrics, Serve.referencePage()] {
            let file = URL(filePath: directory).appending(path: page.file)
            let committed = try String(contentsOf: file, encoding: .utf8)
            try page.completed(committed).write(to: file, atomically: true, encoding: .utf8)
        }
    }
}

/// `snapveil worker`: the command of the processes that `serve` and `redact` start, and of no use to anybody else.
struct Worker: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Work for the process that started this one.",
        shouldDisplay: false
    )

    func run() throws {
        WorkerMain.run(RedactionWork.self)
    }
}
