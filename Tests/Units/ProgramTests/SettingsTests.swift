import ArgumentParser
import Foundation
import HTTPServer
import ImageCore
import SnapveilService
import Testing

@testable import snapveil

@Suite("The table of settings")
struct SettingsTests {
    private static let settings = OptionHelp.known

    @Test("the documentation holds every setting")
    func page() throws {
        let catalogue = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Program/snapveil/Snapveil.docc")
        let page = try Serve.referencePage()
        let committed = try String(contentsOf: catalogue.appending(path: page.file), encoding: .utf8)
        #expect(
            committed == page.completed(committed),
            "run: swift run snapveil reference Sources/Program/snapveil/Snapveil.docc"
        )
        for setting in Self.settings { #expect(committed.contains("\n| `\(setting.name)` | ")) }
        #expect(Self.settings.count > 40)
    }

    @Test("every setting of a server can be an option, a variable and a member of a file", arguments: settings)
    func places(_ setting: OptionHelp.Option) throws {
        let option = setting.isFlag ? ["--\(setting.name)"] : ["--\(setting.name)", "x"]
        #expect(try has(setting, option))
        guard setting.name != "config" else { return }
        #expect(try has(setting, environment: [setting.variable: "x"]))
        let directory = try Directory(texts: ["settings.json": #"{ "\#(setting.name)": "x" }"#])
        #expect(try has(setting, environment: ["SNAPVEIL_CONFIG": directory["settings.json"]]))
    }

    @Test("a setting is set in each place as on the command line")
    func values() throws {
        let directory = try Directory(texts: [
            "settings.yaml":
                "max-edge: 20\nwork-timeout: 2.5\nunix-socket-mode: 600\nlog-format: json\nno-phases: true\n"
        ])
        let options = [
            "--max-edge", "20", "--work-timeout", "2.5", "--unix-socket-mode", "600", "--log-format", "json",
            "--no-phases",
        ]
        let variables = [
            "SNAPVEIL_MAX_EDGE": "20", "SNAPVEIL_WORK_TIMEOUT": "2.5", "SNAPVEIL_UNIX_SOCKET_MODE": "600",
            "SNAPVEIL_LOG_FORMAT": "json", "SNAPVEIL_NO_PHASES": "true",
        ]
        for settings in try [
            Serve.parse(options).settings(environment: [:]), Serve.parse([]).settings(environment: variables),
            Serve.parse(["--config", directory["settings.yaml"]]).settings(environment: [:]),
        ] {
            #expect(settings.service.limits.maximumEdge == 20)
            #expect(settings.service.timeLimit == .seconds(2.5))
            #expect(settings.service.server.unixSocketMode == 0o600)
            #expect(settings.logFormat == .json)
            #expect(!settings.service.takesPhases)
        }
    }

    /// Whether something comes of the setting: other settings of the server, or a refusal of its value.
    private func has(
        _ setting: OptionHelp.Option,
        _ options: [String] = [],
        environment: [String: String] = [:]
    ) throws -> Bool {
        func text(_ options: [String], _ environment: [String: String]) throws -> String {
            String(describing: try Serve.parse(options).settings(environment: environment))
        }
        let unset = try text([], [:])
        #expect(try text([], [:]) == unset)
        do {
            return try text(options, environment) != unset
        } catch let error as InvalidSetting {
            // Neither the place nor the name is unknown.
            return !error.message.contains("unknown member")
                && (error.message.contains(setting.name) || error.message.contains(setting.variable)
                    || setting.name == "config")
        } catch {
            return Serve.message(for: error).contains("'x' is invalid for '--\(setting.name) ")
        }
    }
}

extension OptionHelp {
    /// The options of `serve`; none if they cannot be had.
    static var known: [Option] {
        let help = try? JSONDecoder().decode(Self.self, from: Data(Serve._dumpHelp().utf8))
        return help?.sections.flatMap(\.options) ?? []
    }
}

extension OptionHelp.Option {
    var variable: String { "SNAPVEIL_" + name.uppercased().replacing("-", with: "_") }
}
