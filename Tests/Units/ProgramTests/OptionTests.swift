import Foundation
import ImageCore
import Testing

@Suite("What an operator sets, on the command line, in the environment or in a file")
struct OptionTests {
    private static let away =
        ##"{ "phases": ["background"], "rules": [ { "target": "screen", "style": { "fill": { "color": "#000" } } } ] }"##

    @Test("demands on every request hold, wherever they are set", arguments: [false, true])
    func demands(inEnvironment: Bool) throws {
        let directory = try Directory(texts: ["away.json": Self.away])
        let settings = [
            ("require-covered", "true"), ("no-phases", "true"), ("policies-only-from", directory.path),
        ]
        let options = settings.flatMap { $1 == "true" ? ["--\($0)"] : ["--\($0)", $1] }
        let variables = settings.map { "SNAPVEIL_\($0.uppercased().replacing("-", with: "_"))=\($1)" }
        let server = try ServerProcess(inEnvironment ? [] : options, launcher: inEnvironment ? ["env"] + variables : [])
        #expect(try problem(server, "policy=away&phase=active") == (403, "phases-off"))
        #expect(try problem(server, "policy=mask&region=0,0,1,1") == (404, "policy-unknown"))
        #expect(try problem(server, "policy=away") == (200, nil))
        // A style of the request's own is for --policy-only to refuse.
        #expect(try problem(server, "style=veil") == (200, nil))
    }

    @Test("a snapshot of which nothing would be covered comes back neither from the server nor from the command line")
    func requireCovered() throws {
        let directory = try Directory(texts: ["away.json": Self.away])
        let server = try ServerProcess(["--require-covered", "--policies", directory.path])
        #expect(try problem(server, "policy=away&phase=active") == (422, "nothing-covered"))
        try directory.write(try NoisySnapshot.png(.fast, seed: 1).file, to: "shot.png")
        let redact = [
            "redact", directory["shot.png"], "--policy", directory["away.json"], "--phase", "active",
            "-o", directory["safe.png"],
        ]
        let refused = try Command(redact + ["--require-covered"])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("shot.png: nothing of the snapshot would be covered"))
        #expect(!FileManager.default.fileExists(atPath: directory["safe.png"]))
        #expect(try Command(redact).status == 0)
    }

    @Test("there is a page to try the server with, unless that is switched off, wherever that is set")
    func playground() throws {
        func status(_ options: [String] = [], launcher: [String] = []) throws -> Int {
            let server = try ServerProcess(options, launcher: launcher)
            return try Client(port: server.port).exchange(Request(path: "/")).status
        }
        let directory = try Directory(texts: ["settings.yaml": "no-playground: true\n"])
        #expect(try status() == 200)
        #expect(try status(["--no-playground"]) == 404)
        #expect(try status(launcher: ["env", "SNAPVEIL_NO_PLAYGROUND=true"]) == 404)
        #expect(try status(["--config", directory["settings.yaml"]]) == 404)
    }

    @Test("settings that do not go together, and origins that are none, end the start")
    func refused() throws {
        let directory = try Directory(texts: ["README.md": "no policy"])
        for (options, reason) in [
            (["--policies-only-from", directory.path], "the directory has no policies"),
            (["--policies-only-from", directory.path, "--policies", "any"], "policies come from one directory"),
            (["--cors-origins", "https://tests.example.org/"], "cors-origins has \"https://tests.example.org/\""),
            (["--cors-origins", "null"], "cors-origins has \"null\""),
        ] {
            let command = try Command(["serve", "--port", "0"] + options)
            #expect(command.status == 78)
            #expect(command.errors.contains(reason), "\(command.errors)")
        }
    }

    @Test("the command line goes before the environment, and the environment before the file")
    func precedence() throws {
        let directory = try Directory(texts: [
            "settings.json": #"{ "port": 0, "default-policy": "of-json" }"#,
            "settings.yaml": "port: 0\ndefault-policy: of-yaml\n",
        ])
        func chosen(_ options: [String], _ environment: [String: String]) throws -> String? {
            let command = try Command(["serve"] + options, environment: environment)
            #expect(command.status == 78)
            return command.errors.split(separator: "\"").dropFirst().first.map(String.init)
        }
        let option = ["--default-policy", "of-command-line"]
        let file = ["--config", directory["settings.json"]]
        let variable = "SNAPVEIL_DEFAULT_POLICY"
        #expect(try chosen(file + option, [variable: "of-environment"]) == "of-command-line")
        #expect(try chosen(file, [variable: "of-environment"]) == "of-environment")
        #expect(try chosen(file, [variable: ""]) == "of-json")
        #expect(try chosen([], ["SNAPVEIL_CONFIG": directory["settings.yaml"]]) == "of-yaml")
        #expect(try chosen(file, ["SNAPVEIL_CONFIG": directory["settings.yaml"]]) == "of-json")
    }

    @Test("numbers, flags and time spans of a file hold")
    func fileOfSettings() throws {
        let settings = #"{ "require-covered": true, "max-edge": 20, "grace-period": 0.5, "log-format": "json" }"#
        let directory = try Directory(texts: ["settings.json": settings])
        let server = try ServerProcess(["--config", directory["settings.json"]])
        #expect(try problem(server, "policy=blackout") == (413, "snapshot-too-large"))
        #expect(String(decoding: server.log, as: UTF8.self).contains(#"{"address":"#))
    }

    @Test("a file of settings that cannot be used ends the start, with its line and what is wrong")
    func refusedFile() throws {
        for (name, text, reason) in [
            ("a.json", "{\n\"max-edges\": 5 }", #":2: /max-edges: unknown member "max-edges", did you mean "max-edg"#),
            ("a.yaml", "max-pixels: 5\nconfig: b.json", #":2: /config: unknown member "config""#),
            ("b.json", "{", ":1: expected a member's name"),
            ("c.json", #"{ "port": 1, "port": 2 }"#, #":1: the object has two members called "port""#),
            ("d.json", "[]", ":1: expected an object, found an array"),
            ("e.yaml", "port: 1\nhost: null", ":2: /host: expected a string, a number, or true or false, found "),
            ("f.yaml", "max-wait: soon", #":1: /max-wait: "soon" is not a value for --max-wait"#),
            ("g.json", #"{ "print-url": 1 }"#, #":1: /print-url: "1" is not a value for --print-url"#),
        ] {
            let directory = try Directory(texts: [name: text])
            let command = try Command(["serve", "--config", directory[name]])
            #expect(command.status == 78)
            #expect(command.errors.hasPrefix("snapveil: \(directory[name])\(reason)"), "\(command.errors)")
        }
        let missing = try Command(["serve", "--config", "/none.json"])
        #expect(missing.status == 78)
        #expect(missing.errors == "snapveil: /none.json: No such file or directory\n")
    }

    @Test("a value that is none is refused by the name that it was set under")
    func refusedValues() throws {
        let directory = try Directory(texts: ["settings.json": #"{ "max-pixels": 0 }"#])
        let file = try Command(["serve", "--config", directory["settings.json"]])
        #expect(file.errors == "snapveil: max-pixels is 0, and has to be from 1 to 2000000000\n")
        let link = try Command(["serve"], environment: ["SNAPVEIL_PORT": "tcp://10.0.0.1:80"])
        let hint = "which is not a value for --port; set enableServiceLinks: false in the pod"
        #expect(link.errors == "snapveil: SNAPVEIL_PORT is \"tcp://10.0.0.1:80\", \(hint)\n")
        let option = try Command(["serve", "--port", "x"])
        #expect(option.status == 64)
        #expect(option.errors.contains("'x' is invalid for '--port <port>'"))
    }

    @Test("a policy shows the coverage that it demands, from YAML as from JSON")
    func minimumCoverage() throws {
        let yaml = "minimumCoverage: 0.05\nrules:\n- target: regions\n  style: { fill: { color: \"#000\" } }\n"
        let directory = try Directory(texts: ["boxes.yaml": yaml])
        let show = try Command(["policies", "show", "boxes", "--policies", directory.path])
        #expect(show.output.contains(#""minimumCoverage" : 0.05"#))
        try directory.write(Array(yaml.replacing("0.05", with: "5").utf8), to: "boxes.yaml")
        let check = try Command(["policies", "check", directory["boxes.yaml"]])
        #expect(check.errors.contains("boxes.yaml:1: /minimumCoverage: "))
    }

    private func problem(_ server: ServerProcess, _ query: String) throws -> (Int, String?) {
        let snapshot = try NoisySnapshot.png(.fast, seed: 1).file
        let request = Request(method: "POST", path: "/v1/sanitize?\(query)", body: snapshot)
        let reply = try Client(port: server.port).exchange(request)
        let document = try? JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        return (reply.status, (document?["type"] as? String)?.split(separator: ":").last.map(String.init))
    }
}
