import ArgumentParser
import Foundation
import Logging
import Redaction
import RedactionJobs
import SnapveilGuard

/// `snapveil guard mcp`: between an agent and a server of the Model Context Protocol.
struct GuardMCP: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Stand between an agent and an MCP server, and make safe what it shows the agent.",
        discussion: """
            Starts the server that is named behind --, and passes on what agent and server say to each other on standard input and \
            output. Or listens in front of a server that speaks HTTP, with --upstream. Pictures in what the server says are \
            covered by the policy, whatever holds them; what cannot be made safe becomes an error that says so.

            EXAMPLES
              snapveil guard mcp --policy frosted -- npx @playwright/mcp@latest
              snapveil guard mcp --policy secrets.json --texts redacted -- uvx my-server
              snapveil guard mcp --policy frosted --upstream http://127.0.0.1:8931/mcp --listen 127.0.0.1:4545
            """
    )

    @OptionGroup(title: "What to cover")
    var cover: GuardCoverOptions
    @Option(
        help:
            "passed: texts are passed on as they are. redacted: without the sensitive values that the policy takes out of texts."
    )
    var texts = PassedTexts.passed
    @OptionGroup(title: "Where it stands, for a server that speaks HTTP")
    var network: GuardNetworkOptions
    @Flag(help: "Print the URL on standard output once the guard listens.")
    var printURL = false
    @OptionGroup(title: "How it works")
    var work: GuardWorkOptions
    @OptionGroup(title: "Monitoring, of a guard that listens")
    var monitoring: MonitoringOptions<GuardSettings>
    @Argument(parsing: .postTerminator, help: ArgumentHelp("The server and its arguments.", valueName: "command"))
    var command: [String] = []

    /// Seconds that the server and the last messages have after a signal.
    private static let longestEnd = 8.0

    func run() throws {
        let start = try GuardStart([self], cover)
        guard start.settings.upstream != nil else { return try runCommand(start) }
        guard command.isEmpty else {
            throw CommandFailure.usage("there are two servers: name --upstream, or a command behind --")
        }
        try GuardServing(
            start: start,
            language: .mcp(redactsTexts: texts == .redacted),
            notes: ["texts": "\(texts)"],
            printsURL: printURL
        ).run()
    }

    /// Guards a server that this process starts.
    private func runCommand(_ start: GuardStart) throws {
        guard !command.isEmpty else {
            throw CommandFailure.usage("name the server: -- COMMAND ARGUMENT..., or its URL with --upstream")
        }
        let server: ServerProcess
        let guarding: StdioGuard
        do {
            let workers = try start.workers()
            // A process that is locked starts no other.
            server = try ServerProcess(command)
            try start.lock(workers)
            start.note(["server": "\(command[0])", "texts": "\(texts)"])
            guarding = StdioGuard(
                server,
                MessageWorkers(
                    workers,
                    MessageOrder(.mcp, redactsTexts: texts == .redacted),
                    logger: start.settings.logger
                ),
                longestMessage: start.settings.maximumReplyBytes,
                logger: start.settings.logger
            )
        } catch let error as InvalidSetting {
            throw CommandFailure.configuration(error.message)
        } catch let error as ServerProcess.Failure {
            throw CommandFailure.usage("\(error)")
        }
        signal(SIGPIPE, SIG_IGN)
        let signals = [SIGTERM, SIGINT, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                server.terminate()
                // An agent that reads no more would keep this process from its end.
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.longestEnd) { _exit(128 + number) }
            }
            source.activate()
            return source
        }
        defer { signals.forEach { $0.cancel() } }
        let status = guarding.run()
        if status != 0 { throw ExitCode(status) }
    }
}

/// What becomes of texts that are passed on.
enum PassedTexts: String, ExpressibleByArgument, CaseIterable {
    case passed
    case redacted
}
