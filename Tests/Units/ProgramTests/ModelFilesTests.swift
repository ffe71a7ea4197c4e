import Foundation
import ImageCore
import Samples
import Testing

@testable import snapveil

@Suite("Directories of models that cannot be used, or are not there")
struct ModelFilesTests {
    private static let text =
        ##"{ "rules": [{ "target": { "text": "all" }, "style": { "fill": { "color": "#000" } } }] }"##

    @Test(
        "a directory that was named and lacks a file ends the start, wherever it is named",
        arguments: Isolation.allCases
    )
    func lacking(_ isolation: Isolation) throws {
        let directory = try Directory()
        let settings = try Directory(texts: ["settings.yaml": "models: \(directory.path)\n"])
        let serve = ["serve", "--port", "0", "--isolation", isolation.rawValue]
        for (options, environment) in [
            (["--models", directory.path], [:]), ([], ["SNAPVEIL_MODELS": directory.path]),
            (["--config", settings["settings.yaml"]], [:]),
        ] {
            let command = try Command(serve + options, environment: environment)
            #expect(command.status == 78)
            #expect(
                command.message.hasPrefix("snapveil: \(directory["libonnxruntime.so"]) cannot be read: "),
                "\(command.errors)"
            )
            #expect(command.message.split(separator: "\n").count == 1)
        }
    }

    @Test("a model that is missing or damaged is named, whatever isolation is required", arguments: Isolation.allCases)
    func damaged(_ isolation: Isolation) throws {
        let directory = try Directory()
        for file in try FileManager.default.contentsOfDirectory(atPath: Models.directory) where file != "faces.onnx" {
            try FileManager.default.createSymbolicLink(
                atPath: directory[file],
                withDestinationPath: "\(Models.directory)/\(file)"
            )
        }
        try directory.write(Array(Self.text.utf8), to: "text.json")
        try directory.write(try NoisySnapshot.png(.fast, seed: 1).file, to: "shot.png")
        let models = ["--models", directory.path, "--isolation", isolation.rawValue]
        let redact = ["redact", directory["shot.png"], "-o", directory["safe.png"]] + models
        func check(_ reason: String) throws {
            for command in [["serve", "--port", "0"] + models, redact + ["--policy", directory["text.json"]]] {
                let ended = try Command(command)
                #expect(ended.status == 78)
                #expect(
                    ended.message.hasPrefix("snapveil: \(directory["faces.onnx"]) cannot be \(reason): "),
                    "\(ended.errors)"
                )
            }
        }
        try check("read")
        try directory.write(Array("no model".utf8), to: "faces.onnx")
        try check("used")
        // What a policy does not need is not loaded.
        #expect(try Command(redact + ["--policy", "blackout"]).status == 0)
    }

    @Test("without models, what takes them is refused before there is any work, with the file and the place")
    func none() throws {
        let directory = try Directory(texts: ["text.json": Self.text])
        try directory.write(try NoisySnapshot.png(.fast, seed: 1).file, to: "shot.png")
        let place = "/rules/0/target/text"
        let server = try Command(["serve", "--port", "0", "--policies", directory.path])
        #expect(server.status == 78)
        #expect(server.message.hasPrefix("snapveil: \(directory["text.json"]):1: \(place): "), "\(server.errors)")
        let redact = ["redact", directory["shot.png"], "-o", directory["safe.png"], "--policy"]
        let files = try Command(redact + [directory["text.json"]])
        #expect(files.status == 78)
        #expect(files.errors.hasPrefix("snapveil: \(directory["text.json"]) at \"\(place)\": "), "\(files.errors)")
        // An empty text names nothing.
        #expect(try Command(redact + [directory["text.json"]], environment: ["SNAPVEIL_MODELS": ""]).status == 78)
        #expect(try Command(redact + ["blackout"]).status == 0)
        #expect(try Command(["policies", "check", directory["text.json"]]).status == 0)
    }

    @Test("a policy that takes models and comes at SIGHUP leaves a server without them as it was")
    func reload() throws {
        let directory = try Directory(texts: [
            "other.json": #"{ "rules": [{ "target": "screen", "style": { "veil": {} } }] }"#
        ])
        let server = try ServerProcess(["--policies", directory.path])
        try directory.write(Array(Self.text.utf8), to: "text.json")
        kill(server.processID, SIGHUP)
        let line = "are unchanged: \(directory["text.json"]):1: /rules/0/target/text: "
        #expect(eventually { server.logText.contains(line) })
        #expect(try server.isAlive())
    }

    @Test(
        "a program looks for models where its fonts lie, and a path that was named leads on from where it was started"
    )
    func places() throws {
        let tree = try Directory()
        let program = "\(tree.path)/bin/snapveil"
        #expect(ModelsDirectory.beside(program: program) == nil)
        let models = "\(tree.path)/share/snapveil/models"
        try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
        #expect(ModelsDirectory.beside(program: program) == models)
        #expect(ModelsDirectory.absolute("/a/b") == "/a/b")
        #expect(ModelsDirectory.absolute("a/b") == "\(FileManager.default.currentDirectoryPath)/a/b")
    }
}
