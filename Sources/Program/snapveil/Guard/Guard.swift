import ArgumentParser

/// `snapveil guard`: servers that stand between a harness, or an agent, and whatever takes its screenshots.
struct Guard: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stand in front of a server that takes screenshots, and make safe what passes.",
        subcommands: [GuardWebDriver.self, GuardMCP.self]
    )
}
