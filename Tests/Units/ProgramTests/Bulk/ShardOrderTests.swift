import Detection
import Foundation
import Testing

@Suite("The order of a shard tells whether its results have to be made anew")
struct ShardOrderTests {
    private static let looking = ##"{ "rules": [{ "target": { "text": "all" }, "style": { "veil": {} } }] }"##
    private static let fixed = ##"{ "rules": [{ "target": "screen", "style": { "veil": {} } }] }"##

    @Test("other models are another order, where they are looked with")
    func models() throws {
        let models = try Directory(
            Dictionary(uniqueKeysWithValues: Detector.fileNames.map { ($0, Array("a model".utf8)) })
        )
        let policies = try Directory(texts: ["looking.json": Self.looking, "fixed.json": Self.fixed])
        let (input, output) = (try Directory(), try Directory())
        func order(_ policy: String) throws -> String {
            let command = try Command([
                "redact", input.path, "--output-directory", output.path, "--shard", "0/1", "--print-order",
                "--policy", policies[policy], "--models", models.path,
            ])
            #expect(command.status == 0, "\(command.errors)")
            return command.output
        }
        let (looking, fixed) = (try order("looking.json"), try order("fixed.json"))
        #expect(try order("looking.json") == looking)
        for name in Detector.fileNames {
            try models.write(Array("another".utf8), to: name)
            #expect(try order("looking.json") != looking, "\(name)")
            try models.write(Array("a model".utf8), to: name)
        }
        try models.write(Array("another".utf8), to: "notes.txt")
        #expect(try order("looking.json") == looking && order("fixed.json") == fixed)
        try FileManager.default.removeItem(atPath: models["faces.onnx"])
        #expect(try order("fixed.json") == fixed)
    }
}
