import Redaction
import Testing

@testable import PolicyLibrary

@Suite("A policy file is as strict in YAML as in JSON, and an error names its line")
struct PolicyFileTests {
    private static let json = """
        { "name": "bank",
          "scale": 3,
          "rules": [
            { "target": { "region": { "x": 0, "y": 1, "width": 2, "height": 3 } },
              "style": { "fill": { "color": "#000" } } },
            { "target": "screen", "style": { "blur": { "radius": 8 } } }
          ] }
        """
    private static let yaml = """
        # How the bank wants it.
        name: bank
        scale: 3
        rules:
        - target: { region: { x: 0, y: 1, width: 2, height: 3 } }
          style: { fill: { color: "#000" } }
        - target: screen
          style:
            blur: { radius: 8 }
        """

    @Test("both say the same")
    func twins() throws {
        let directory = try Directory([
            "a.json": Self.json, "a.yaml": Self.yaml, "a.yml": Self.yaml, "a.txt": Self.json,
        ])
        let policies = try ["a.json", "a.yaml", "a.yml", "a.txt"].map { try PolicyFile(directory[$0]).read() }
        #expect(policies.allSatisfy { $0 == policies[0] })
        #expect(policies[0].unit == .points(scale: 3))
    }

    @Test(
        "what is wrong is said with its line",
        arguments: [
            ("\"x\": 0", "\"x\": true", "x: 0", "x: 'no'", 4, 5, "/rules/0/target/region/x: expected a number"),
            ("\"blur\"", "\"smudge\"", "blur:", "smudge:", 6, 9, "/rules/1/style/smudge: unknown member \"smudge\""),
            (
                "\"scale\": 3,", "\"scale\": 3, \"x\": 1,", "scale: 3", "scale: 3\nx: 1", 2, 4,
                "/x: unknown member \"x\""
            ),
            ("\"#000\"", "\"black\"", "\"#000\"", "black", 5, 6, "/rules/0/style/fill/color: a color is"),
            ("\"screen\", ", "\"screen\" ", "- target: screen", "- target: \"screen", 6, 9, ""),
            ("\"scale\": 3,", "\"scale\": 3, \"scale\": 3,", "scale: 3", "scale: 3\nscale: 4", 2, 3, ""),
        ]
    )
    func faults(
        json: String,
        brokenJSON: String,
        yaml: String,
        brokenYAML: String,
        jsonLine: Int,
        yamlLine: Int,
        reason: String
    ) throws {
        let directory = try Directory([
            "a.json": Self.json.replacing(json, with: brokenJSON),
            "a.yaml": Self.yaml.replacing(yaml, with: brokenYAML),
        ])
        for (name, line) in [("a.json", jsonLine), ("a.yaml", yamlLine)] {
            let error = #expect(throws: InvalidFile.self) { try PolicyFile(directory[name]).read() }
            #expect(error?.line == line)
            #expect(error?.reason.hasPrefix(reason) == true, "\(String(describing: error))")
            #expect(error?.description.hasPrefix("\(directory[name]):\(line): ") == true)
        }
    }

    @Test("a file that is not there, or larger than a policy can be, is refused")
    func unreadable() throws {
        let directory = try Directory(["large.json": String(repeating: " ", count: 300 << 10) + Self.json])
        let missing = #expect(throws: InvalidFile.self) { try PolicyFile(directory["none.json"]).read() }
        #expect(missing?.description == "\(directory["none.json"]): No such file or directory")
        let large = #expect(throws: InvalidFile.self) { try PolicyFile(directory["large.json"]).read() }
        #expect(large?.reason == "the file is larger than 256 KiB")
    }
}
