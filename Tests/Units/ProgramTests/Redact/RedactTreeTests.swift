import Foundation
import ImageCore
import SecureMemory
import Testing

@Suite("snapveil redact takes directories")
struct RedactTreeTests {
    private let directory: Directory

    init() throws {
        directory = try Directory()
        for (name, bytes) in [
            ("a.png", try NoisySnapshot.png(.fast, seed: 1).file),
            ("one/two/b", try NoisySnapshot.png(.fast, seed: 2).file),
            ("one/c.jpg", try NoisySnapshot.jpeg(progressive: false, grey: false, seed: 3).file),
            ("one/notes.png.txt", Array("no picture".utf8)),
        ] {
            let path = URL(filePath: directory["in/\(name)"])
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: path)
        }
    }

    private func redact(_ options: [String]) throws -> Command {
        try Command(["redact", directory["in"], "--style", "fill", "--color", "#000"] + options)
    }

    @Test("all pictures in them and below are redacted, whatever they are called, and keep their places")
    func tree() throws {
        let command = try redact(["--output-directory", directory["out"], "--receipt", directory["receipts.json"]])
        #expect(command.status == 0, "\(command.errors)")
        let results = try FileManager.default.subpathsOfDirectory(atPath: directory["out"]).sorted()
        #expect(results == ["a.png", "one", "one/c.jpg", "one/two", "one/two/b"])
        for (place, format) in [("a.png", ImageFormat.png), ("one/c.jpg", .jpeg), ("one/two/b", .png)] {
            let file = try SecureBytes(copying: Data(contentsOf: URL(filePath: directory["out/\(place)"])))
            let image = try DecodedImage(decoding: file)
            #expect(image.format == format && image.pixels.size.width == NoisySnapshot.width)
        }
        let receipts = try Data(contentsOf: URL(filePath: directory["receipts.json"]))
        #expect((try JSONSerialization.jsonObject(with: receipts) as? [Any])?.count == 3)
    }

    @Test("one that may be entered and not listed has its files redacted by their names, in place and to a result")
    func unlisted() throws {
        // Takes from root what no other user has: the right to list every directory. For anybody else it does nothing.
        let rights = "-dac_override,-dac_read_search"
        let unprivileged =
            getuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set=\(rights)", "--inh-caps=\(rights)"] : []
        let (folder, picture) = (directory["in/one"], directory["in/one/c.jpg"])
        chmod(folder, 0o300)
        defer { chmod(folder, 0o700) }
        let original = try Data(contentsOf: URL(filePath: picture))
        for options in [["-o", directory["in/one/safe.jpg"]], ["--in-place"]] {
            let cover = ["redact", picture, "--style", "fill", "--color", "#000"]
            let command = try Command(cover + options, launcher: unprivileged)
            #expect(command.status == 0, "\(command.errors)")
        }
        let results = try [picture, directory["in/one/safe.jpg"]].map { try Data(contentsOf: URL(filePath: $0)) }
        #expect(results[0] == results[1] && results[0] != original)
        let listing = try Command(
            ["redact", folder, "--style", "fill", "--color", "#000", "--output-directory", directory["out"]],
            launcher: unprivileged
        )
        #expect(listing.status == 64 && listing.errors.contains("cannot be listed: Permission denied"))
    }

    @Test("one that holds no picture, or goes to a single file, is refused")
    func refused() throws {
        #expect(try redact(["-o", directory["out.png"]]).status == 64)
        try FileManager.default.removeItem(atPath: directory["in"])
        try FileManager.default.createDirectory(atPath: directory["in"], withIntermediateDirectories: true)
        let empty = try redact(["--output-directory", directory["out"]])
        #expect(empty.status == 64 && empty.errors.contains("there is no picture in"))
    }
}
