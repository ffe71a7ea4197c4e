import Foundation
import ImageCore
import Testing

@Suite("Policies and pictures in files")
struct PolicyFileTests {
    private static let black = ##"{ "rules": [ { "target": "screen", "style": { "fill": { "color": "#000" } } } ] }"##
    private static let blur = "rules:\n- target: screen\n  style: { blur: { radius: 9 } }\n"
    private static let logo = #"{ "rules": [ { "target": "screen", "style": { "image": { "asset": "logo" } } } ] }"#

    @Test("a server does not start with a policy that is broken, and says where")
    func brokenPolicy() throws {
        let directory = try Directory(texts: [
            "good.json": Self.black, "bad.yaml": Self.blur.replacing("blur", with: "smudge"),
        ])
        let command = try Command(["serve", "--port", "0", "--policies", directory.path])
        #expect(command.status == 78)
        let place = "\(directory["bad.yaml"]):3: /rules/0/style/smudge"
        #expect(command.message.hasPrefix("snapveil: \(place): unknown member"))
        let named = try Command(["serve"], environment: ["SNAPVEIL_POLICIES": directory.path, "SNAPVEIL_PORT": "0"])
        #expect(named.status == 78)
    }

    @Test("a server does not start with what it could never carry out")
    func impossible() throws {
        let directory = try Directory(texts: ["soft.yaml": Self.blur, "logo.png": "no picture"])
        let serve = ["serve", "--port", "0"]
        let weak = try Command(serve + ["--policies", directory.path, "--minimum-assurance", "erased"])
        #expect(weak.status == 78)
        #expect(weak.errors.contains("soft.yaml:3: /rules/0/style: blur only obscures"))
        let unknown = try Command(serve + ["--default-policy", "none"])
        #expect(unknown.status == 78)
        #expect(unknown.errors.contains("there is no policy \"none\"; known are blackout, "))
        try directory.write(Array(Self.logo.utf8), to: "logo.json")
        let picture = try Command(serve + ["--policies", directory.path, "--assets", directory.path])
        #expect(picture.status == 78)
        #expect(picture.errors.contains("logo.png: the asset cannot be used: "))
    }

    @Test("SIGHUP reads policies, pictures and keys again: all of them or none")
    func reload() throws {
        let directory = try Directory(texts: [
            "one.json": Self.black, "keys": "ci:0123456789abcdef", "logo.png": "no picture",
        ])
        let server = try ServerProcess([
            "--policies", directory.path, "--assets", directory.path, "--key-file", directory["keys"],
        ])
        #expect(try names(server, key: "0123456789abcdef").contains("one"))
        #expect(text(server).contains("logo.png: the asset cannot be used"))

        try directory.write(Array(Self.black.utf8), to: "two.json")
        try directory.write(Array("ci:fedcba9876543210".utf8), to: "keys")
        try directory.write(Array("rules: [".utf8), to: "three.yaml")
        kill(server.processID, SIGHUP)
        #expect(eventually { text(server).contains("are unchanged: \(directory["three.yaml"]):") })
        #expect(try !names(server, key: "0123456789abcdef").contains("two"))

        try directory.write(Array(Self.blur.utf8), to: "three.yaml")
        kill(server.processID, SIGHUP)
        #expect(eventually { text(server).contains("were read again") })
        #expect(try names(server, key: "fedcba9876543210").isSuperset(of: ["one", "two", "three"]))
        #expect(throws: Obstacle.self) { try names(server, key: "0123456789abcdef") }
    }

    @Test("SIGHUP is obeyed as soon as a server listens, and ends none")
    func earlyReload() throws {
        let directory = try Directory(texts: ["one.json": Self.black])
        for _ in 0..<10 {
            let server = try ServerProcess(["--policies", directory.path, "--workers", "1"])
            kill(server.processID, SIGHUP)
            #expect(eventually { text(server).contains("were read again") })
        }
    }

    @Test("a server with nothing to read again survives SIGHUP")
    func nothingToReload() throws {
        let server = try ServerProcess(["--policy-only", "--default-policy", "blackout"])
        kill(server.processID, SIGHUP)
        #expect(try server.isAlive())
        let snapshot = try NoisySnapshot.png(.fast, seed: 1).file
        let client = { try Client(port: server.port) }
        #expect(try client().exchange(Request(method: "POST", path: "/v1/sanitize", body: snapshot)).status == 200)
        let own = Request(method: "POST", path: "/v1/sanitize?style=veil", body: snapshot)
        #expect(try client().exchange(own).status == 403)
    }

    @Test("the command line lists, shows and checks policies")
    func commands() throws {
        let directory = try Directory(texts: ["soft.yaml": Self.blur, "bad.json": "{"])
        let list = try Command(["policies", "list"])
        #expect(list.status == 0)
        #expect(list.output.contains("blur            obscured  A Gaussian blur"))
        let show = try Command(["policies", "show", "blackout"])
        #expect(show.output.contains(##""color" : "#000000""##))
        let unknown = try Command(["policies", "show", "none"])
        #expect(unknown.status == 78)
        #expect(
            try Command(["policies", "check", directory["soft.yaml"]]).output == "\(directory["soft.yaml"]): obscured\n"
        )
        let check = try Command(["policies", "check", directory["bad.json"], directory["soft.yaml"]])
        #expect(check.status == 78)
        #expect(check.errors.hasPrefix("snapveil: \(directory["bad.json"]):1: "))
        #expect(check.output.contains("soft.yaml: obscured"))
    }

    @Test("files are redacted by policies by name, with regions, phases and pictures")
    func redact() throws {
        let directory = try Directory(["shot.png": try NoisySnapshot.png(.fast, seed: 1).file])
        try directory.write(try NoisySnapshot.png(.fast, seed: 2).file, to: "logo.png")
        try directory.write(Array(Self.logo.utf8), to: "away.json")
        let redact = [
            "redact", directory["shot.png"], "-o", directory["safe.png"], "--receipt", directory["receipt.json"],
        ]
        let runs: [([String], Int32, String)] = [
            (["--policy", "blackout"], 0, #""policy" : "blackout""#),
            (["--policy", "mask", "--region", "0,0,9,9", "--region", "5,5,9,9"], 0, #""rule" : 1"#),
            (["--policy", "blackout", "--phase", "active"], 0, #""assurance" : "erased""#),
            (["--policy", "away", "--policies", directory.path, "--assets", directory.path], 0, #""style" : "image""#),
            (["--policy", directory["away.json"], "--asset", directory["logo.png"]], 0, #""style" : "image""#),
            (["--policy", "none"], 78, "there is no policy and no file called none"),
            (["--policy", "mask"], 64, "there are none"),
            (["--policy", "blackout", "--region", "0,0,9,9"], 64, "no regions"),
            (["--policy", "blackout", "--color", "#000"], 64, "does not go with a named policy"),
        ]
        for (options, status, text) in runs {
            try? FileManager.default.removeItem(atPath: directory["receipt.json"])
            let command = try Command(redact + options)
            #expect(command.status == status, "\(options): \(command.errors)")
            let receipt = (try? String(contentsOfFile: directory["receipt.json"], encoding: .utf8)) ?? ""
            #expect((receipt + command.errors).contains(text), "\(options): \(receipt) \(command.errors)")
        }
    }

    private func text(_ server: ServerProcess) -> String { String(decoding: server.log, as: UTF8.self) }

    /// The names of the server's policies.
    private func names(_ server: ServerProcess, key: String) throws -> Set<String> {
        let request = Request(path: "/v1/policies", fields: ["API-Key: \(key)"])
        let reply = try Client(port: server.port).exchange(request)
        let document = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: [[String: String]]]
        guard let policies = document?["policies"] else { throw Obstacle(description: "\(reply.status)") }
        return Set(policies.compactMap { $0["name"] })
    }
}
