import Foundation
import ImageCore
import Testing

@Suite("What an operator sets, on the command line or in the environment")
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

    @Test("settings that do not go together, and origins that are none, end the start")
    func refused() throws {
        let directory = try Directory(texts: ["README.md": "no policy"])
        for (options, reason) in [
            (["--policies-only-from", directory.path], "it has no policies"),
            (["--policies-only-from", directory.path, "--policies", "any"], "policies come from one directory"),
            (["--cors-origins", "https://tests.example.org/"], "cors-origins has \"https://tests.example.org/\""),
            (["--cors-origins", "null"], "cors-origins has \"null\""),
        ] {
            let command = try Command(["serve", "--port", "0"] + options)
            #expect(command.status == 78)
            #expect(command.errors.contains(reason), "\(command.errors)")
        }
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
