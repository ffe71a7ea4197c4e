import ArgumentParser
import Foundation
import Logging
import SnapveilGuard

/// `snapveil guard webdriver`: a server of WebDriver and Appium in front of the real one.
struct GuardWebDriver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webdriver",
        abstract: "Stand in front of a WebDriver or Appium server, and make every screenshot safe that it hands out.",
        discussion: """
            Tests go on as they are, with the URL of the guard in place of the server's. Whatever a reply holds that shows a screen \
            is covered by the policy, recordings by way of FFmpeg; what cannot be, such as a PDF, becomes an error of WebDriver. For \
            a policy that names elements, the guard asks the server what the screen holds, before and after.

            All but --policies and --assets can be set in the environment, too: SNAPVEIL_ and the name of the option in upper case, \
            with underscores, for example SNAPVEIL_UPSTREAM.

            EXAMPLES
              snapveil guard webdriver --upstream http://127.0.0.1:4444 --policy frosted
              snapveil guard webdriver --upstream http://127.0.0.1:4723 --policy bank-app.json --listen 0.0.0.0:4545
              snapveil guard webdriver --upstream https://user:key@hub.example.org/wd/hub --policy secrets.json
            """
    )

    @OptionGroup(title: "What to cover")
    var cover: GuardCoverOptions
    @OptionGroup(title: "Where it stands")
    var network: GuardNetworkOptions
    @OptionGroup(title: "Recordings")
    var recordings: GuardRecordingOptions
    @OptionGroup(title: "How it works")
    var work: GuardWorkOptions
    @OptionGroup(title: "Monitoring")
    var monitoring: MonitoringOptions<GuardSettings>
    @Option(
        help: ArgumentHelp(
            "Leave open a way past the guard. Several with commas. May be repeated.",
            valueName: "way"
        )
    )
    var allow: [DirectWays] = []
    @Option(
        help: """
            passed: page sources are passed on as they are. redacted: without what the policy covers, and sensitive values in texts.
            """
    )
    var source = GuardSetting(\.source)
    @Flag(help: "Print the URL on standard output once the guard listens.")
    var printURL = false

    func run() throws {
        let start = try GuardStart([self], cover)
        let open = try CommandFailure.usable(allowed())
        let guarded = open.contains(.bidi) ? [] : [DirectWay.bidi]
        let closed = DirectWay.allCases.filter { !open.contains($0) && !guarded.contains($0) }
        try GuardServing(
            start: start,
            language: .webDriver(allowed: Set(open), redactsSources: start.settings.source == .redacted),
            notes: [
                "closed": "\(closed.map(\.rawValue).joined(separator: " "))",
                "guarded": "\((["webdriver"] + guarded.map(\.rawValue)).joined(separator: " "))",
                "open": "\(open.isEmpty ? "none" : open.map(\.rawValue).joined(separator: " "))",
            ],
            printsURL: printURL
        ).run()
    }

    /// The ways past the guard that are left open.
    private func allowed() throws(InvalidSetting) -> [DirectWay] {
        var reader = SettingReader()
        let given = allow.isEmpty ? nil : DirectWays(allow.flatMap(\.ways))
        return try reader.value(given, CodingKeys.allow)?.ways ?? []
    }
}

/// Ways past a guard: their names with commas.
struct DirectWays: ExpressibleByArgument {
    let ways: [DirectWay]

    init(_ ways: [DirectWay]) { self.ways = ways }

    init?(argument: String) {
        let names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        ways = names.compactMap(DirectWay.init)
        guard !names.isEmpty, ways.count == names.count else { return nil }
    }

    static var allValueStrings: [String] { DirectWay.allCases.map(\.rawValue) }
}
