import Foundation
import ImageCore
import Samples
import SecureMemory
import Testing

@Suite("What snapveil redact writes with contained workers and without")
struct RedactSamenessTests {
    /// What a run is given, and what came of it: everything that can be seen.
    private struct Outcome: Equatable {
        let status: Int32
        let output: [UInt8]
        let errors: String
        let files: [String: [UInt8]]
    }

    private static let secrets = ##"""
        {"rules": [{"target": {"elements": "sensitive"}, "style": {"fill": {"color": "#000"}}},
                   {"target": {"elements": "all-text"}, "style": {"blur": {"radius": 3}}, "unplaceable": "skip"}]}
        """##
    private static let pictures = ##"""
        {"name": "pictures",
         "rules": [{"target": "screen", "style": {"image": {"asset": "splash", "contentMode": "aspectFit"}}},
                   {"target": {"ellipse": {"x": 10, "y": 10, "width": 90, "height": 70}},
                    "style": {"image": {"asset": "other", "background": "#123456"}}}]}
        """##

    /// Lines of options; IN is the directory of what is read, and OUT of what is written.
    private static let runs = [
        "IN/a.png IN/b.png IN/c.png IN/a.jpg IN/b.jpg IN/c.jpg --style blur --radius 9 --region 5,6,200,100 "
            + "--output-directory OUT --receipt OUT/receipts.json",
        "IN/a.png IN/b.jpg --style fill --color #102030 --output-directory OUT --format jpeg --quality 70 "
            + "--receipt OUT/receipts.json --jobs 1",
        "IN/a.jpg IN/b.png --style pixelate --block 12 --output-directory OUT --compression small",
        "IN/b.png --hierarchy IN/b.xml --policy IN/secrets.json -o OUT/safe.png --hierarchy-output OUT/safe.xml "
            + "--receipt OUT/receipt.json --scale 3",
        "IN/b.png --hierarchy IN/b.xml --policy IN/secrets.json -o OUT/seen.png --preview --receipt OUT/receipt.json",
        "IN/a.png --style veil --region 0.1,0.1,0.5,0.2 --units ratio -o OUT/seen.jpg --preview",
        "IN/a.png --style image --asset IN/c.png -o OUT/safe.png --receipt OUT/receipt.json",
        "IN/a.png IN/b.png --policy IN/pictures.json --assets IN/assets --output-directory OUT --receipt OUT/r.json",
        "IN/a.png --policy IN/pictures.json --assets IN/assets --asset IN/splash.png -o OUT/safe.png",
        "IN/a.png IN/b.jpg --style message --text Hidden --title Snapveil --symbol lock --output-directory OUT",
        "- --style fill --color #fff --region 1,2,30,40 -o -",
        "- --style message --text สวัสดี -o - --receipt OUT/receipt.json",
        // What fails does so in the same words.
        "IN/a.png IN/none.png IN/empty.png IN/broken.png IN/b.png IN/secrets.json --style pixelate --block 9 --jobs 1 "
            + "--output-directory OUT --receipt OUT/receipts.json",
        "IN/a.png --policy IN/secrets.json -o OUT/safe.png",
        "IN/a.png --style blur --radius 0.001 -o OUT/safe.png",
        "IN/a.png --policy IN/pictures.json -o OUT/safe.png",
        "IN/a.png --policy IN/pictures.json --assets IN/unusable -o OUT/safe.png",
        "IN/a.png --policy IN/pictures.json --assets IN/nowhere -o OUT/safe.png",
        "IN/a.png --hierarchy IN/broken.png --policy IN/secrets.json -o OUT/safe.png",
        "IN/a.png --style fill --color #000 --phase active --require-covered -o OUT/nowhere/safe.png",
    ]

    @Test("results, receipts, messages and the exit status are the same", arguments: runs)
    func same(run: String) throws {
        let input = try input()
        let without = try outcome(of: run, input, isolation: "none")
        let contained = try outcome(of: run, input, isolation: "auto")
        #expect(!contained.errors.contains("not contained"), "\(contained.errors)")
        #expect(contained.status == without.status)
        #expect(contained.errors == without.errors)
        #expect(contained.output == without.output)
        #expect(contained.files == without.files)
        #expect(without.status == 0 ? !without.files.isEmpty || !without.output.isEmpty : !without.errors.isEmpty)
    }

    private func input() throws -> Directory {
        let directory = try Directory(texts: ["secrets.json": Self.secrets, "pictures.json": Self.pictures])
        for (sample, name) in zip(Sample.allCases, ["a", "b", "c"]) {
            for fileExtension in ["png", "jpg"] {
                try directory.write(bytes(sample, fileExtension), to: "\(name).\(fileExtension)")
            }
        }
        try directory.write(Array(Sample.androidCheckout.text.utf8), to: "b.xml")
        let splash = try NoisySnapshot.png(.fast, seed: 3).file
        try directory.write(splash, to: "splash.png")
        try directory.write([], to: "empty.png")
        try directory.write(Array(splash.prefix(900)), to: "broken.png")
        for (name, other) in [("assets", splash), ("unusable", Array(splash.prefix(900)))] {
            try FileManager.default.createDirectory(atPath: directory[name], withIntermediateDirectories: true)
            try directory.write(bytes(.iosLogin, "jpg"), to: "\(name)/splash.jpg")
            try directory.write(other, to: "\(name)/other.png")
            // Nobody names it, so that nobody minds.
            try directory.write([1, 2, 3], to: "\(name)/unused.png")
        }
        return directory
    }

    private func bytes(_ sample: Sample, _ fileExtension: String) throws -> [UInt8] {
        try sample.picture(fileExtension).withUnsafeBytes(Array.init)
    }

    private func outcome(of run: String, _ input: Directory, isolation: String) throws -> Outcome {
        let output = try Directory()
        let options = run.split(separator: " ").map { option in
            String(option).replacing("IN/", with: "\(input.path)/").replacing("OUT", with: output.path)
        }
        let command = try Command(["redact"] + options + ["--isolation", isolation], input: input["a.png"])
        let names = try FileManager.default.contentsOfDirectory(atPath: output.path)
        let files = try names.map { ($0, try [UInt8](Data(contentsOf: URL(filePath: output[$0])))) }
        let errors = command.errors.split(separator: "\n").filter { !$0.contains("contained in part") }
        return Outcome(
            status: command.status,
            output: command.bytes,
            errors: errors.joined(separator: "\n").replacing(output.path, with: "OUT"),
            files: Dictionary(uniqueKeysWithValues: files)
        )
    }
}
