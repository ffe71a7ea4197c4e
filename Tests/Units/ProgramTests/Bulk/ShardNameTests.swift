import Foundation
import Glibc
import ImageCore
import SecureMemory
import Testing

@testable import snapveil

@Suite("What snapveil redact --shard does with what may lie in a tree")
struct ShardNameTests {
    @Test("files have results whatever they are called, and however deep they lie")
    func names() throws {
        let tree = try ShardedTree()
        let picture = try NoisySnapshot.png(.fast, seed: 1).file
        let deep = Array(repeating: String(repeating: "d", count: 200), count: 25).joined(separator: "/")
        var paths = [
            "new\nline/a\n.png", " .png", "-.png", "--in-place.png", "é\u{301}.PNG", "a\u{1B}[2J.png", "\\.png",
            "'\".png",
            "a.png/b.png", String(repeating: "n", count: 251) + ".png", "\(deep)/a.png", ".snapveil/a.png", "...png",
        ].map { TreePath(bytes: Array($0.utf8)) }
        paths.append(TreePath(bytes: [0xFF, 0x2F, 0xC3, 0x28] + Array(".png".utf8)))
        for path in paths { try tree.write(picture, to: path) }
        let outcome = try tree.run()
        #expect(outcome.status == 0 && outcome.redacted == paths.count, "\(outcome.lines)")
        let results = try FileTree(tree.output.path)
        for path in paths { #expect(results.status(of: path) != nil, "\(path.printed)") }
        #expect(try Set(tree.entries().keys) == Set(paths))
        #expect(try tree.run().unchanged == paths.count)
        // No error steers a terminal.
        try tree.write([], to: "\u{1B}[2J\n.png")
        #expect(try tree.run().lines.first?.hasPrefix(#"snapveil: \u{1B}[2J\u{A}.png: "#) == true)
    }

    @Test("every format that is read is taken, and a HEIC becomes a JPEG, a KTX a PNG")
    func formats() throws {
        let tree = try ShardedTree()
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../ImageCoreTests/Fixtures")
        for (fixture, name) in [("HEIC/chroma-420.heic", "a/Shot.HEIC"), ("KTX/plain.ktx", "c.ktx")] {
            try tree.write(Array(Data(contentsOf: fixtures.appending(path: fixture))), to: name)
        }
        let size = try #require(PixelSize(width: 40, height: 20))
        for (name, format) in [("b.webp", OutputFormat.webP()), ("d.jpeg", .jpeg())] {
            let file = try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(format)
            try tree.write(file.withUnsafeBytes { Array($0) }, to: name)
        }
        try tree.write([1], to: "e.tiff")
        let outcome = try tree.run()
        #expect(outcome.status == 0 && outcome.redacted == 4, "\(outcome.lines)")
        let results = try FileTree(tree.output.path)
        for (name, format) in [
            ("a/Shot.HEIC.jpeg", ImageFormat.jpeg), ("b.webp", .webp), ("c.ktx.png", .png), ("d.jpeg", .jpeg),
        ] {
            let bytes = try results.file(at: TreePath(bytes: Array(name.utf8))).bytes(at: 0, count: 1 << 20)
            #expect(try DecodedImage(decoding: SecureBytes(copying: bytes)).format == format, "\(name)")
        }
        #expect(try tree.run().unchanged == 4)
        #expect(try tree.run("0/1", ShardedTree.blur + ["--hierarchy-extension", "HEIC"]).status == 64)
    }

    @Test("a name with no room for another extension is a failure of its own")
    func noRoom() throws {
        let tree = try ShardedTree()
        let picture = try NoisySnapshot.png(.fast, seed: 1).file
        let long = String(repeating: "n", count: 251) + ".png"
        for name in [long, "a.png"] { try tree.write(picture, to: name) }
        let outcome = try tree.run("0/1", ShardedTree.blur + ["--format", "jpeg"])
        #expect(outcome.status == 1 && outcome.failed == 1 && outcome.redacted == 1)
        #expect(outcome.lines.first == "snapveil: \(long): the result cannot be written: File name too long")
    }

    @Test(
        "links are not followed, be they of files, of directories or in the way of results, and pipes are not waited for"
    )
    func links() throws {
        let (tree, elsewhere) = (try ShardedTree(), try Directory())
        let picture = try NoisySnapshot.png(.fast, seed: 1).file
        try elsewhere.write(picture, to: "secret.png")
        for name in ["a.png", "sub/b.png", "dir/c.png"] { try tree.write(picture, to: name) }
        symlink(elsewhere["secret.png"], tree.input["link.png"])
        symlink(elsewhere.path, tree.input["links"])
        symlink("..", tree.input["sub/loop"])
        mkfifo(tree.input["pipe.png"], 0o666)
        // A result that would go through a link, one in whose place there is a link, and one with a directory in its way.
        symlink(elsewhere.path, tree.output["sub"])
        symlink(elsewhere["secret.png"], tree.output["a.png"])
        try FileManager.default.createDirectory(
            atPath: tree.output["dir/c.png"],
            withIntermediateDirectories: true
        )
        let outcome = try tree.run()
        #expect(outcome.status == 1 && outcome.redacted == 1 && outcome.failed == 2, "\(outcome.lines)")
        #expect(outcome.counts["not pictures"] == 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == ["secret.png"])
        #expect(try [UInt8](Data(contentsOf: URL(filePath: elsewhere["secret.png"]))) == picture)
        var status = stat()
        #expect(lstat(tree.output["a.png"], &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
    }

    @Test("a directory that cannot be listed is named by every shard, and fails it")
    func unreadableDirectories() throws {
        let tree = try ShardedTree(count: 4)
        let deep = Array(repeating: "d", count: TreeWalk.maximumDepth + 1).joined(separator: "/")
        try tree.write([1], to: "\(deep)/a.png")
        for shard in ["0/2", "1/2"] {
            let outcome = try tree.run(shard)
            #expect(outcome.status == 1 && outcome.failed == 0 && outcome.counts["directories not listed"] == 1)
            #expect(outcome.lines.first?.hasSuffix("d: the directory cannot be listed: File name too long") == true)
            let unreadable = try tree.entries(shard).values.filter {
                if case .unreadable = $0.outcome { true } else { false }
            }
            #expect(unreadable.count == 1)
        }
        #expect(try tree.results().count == 4)
        try FileManager.default.removeItem(atPath: tree.input["d"])
        #expect(try tree.run("0/2").status == 0)
        #expect(try tree.entries("0/2").values.allSatisfy { if case .done = $0.outcome { true } else { false } })
    }

    @Test("directories that cannot be used end the run before anything is done")
    func directories() throws {
        let tree = try ShardedTree(count: 1)
        for (input, output, status) in [
            (tree.input["none"], tree.output.path, 70), (tree.input.path, tree.input["safe"], 64),
            (tree.input["0"], tree.input.path, 64), (tree.input.path, tree.input.path, 64),
            (tree.input.path, tree.input["0/0/shot0.png"], 64),
        ] as [(String, String, Int32)] {
            let command = try Command(
                ["redact", input, "--shard", "0/1", "--output-directory", output] + ShardedTree.blur
            )
            #expect(command.status == status, "\(command.errors)")
            #expect(command.errors.split(separator: "\n").count == 1)
        }
        #expect(try tree.results().isEmpty)
    }

    @Test(
        "options that do not go with a shard, or without one, are refused",
        arguments: [
            "IN --shard 0/2 -o OUT", "IN IN --shard 0/2 --output-directory OUT", "- --shard 0/2 --output-directory OUT",
            "IN --shard 2/2 --output-directory OUT", "IN --shard 0/1 --in-place",
            "IN --shard 0/1 --output-directory OUT --receipt R", "IN --shard 0/1 --output-directory OUT --hierarchy H",
            "IN --shard 0/1 --output-directory OUT --hierarchy-results", "IN --output-directory OUT --verify",
            "IN --shard 0/1 --output-directory OUT --hierarchy-extension png",
            "IN --shard 0/1 --output-directory OUT --hierarchy-extension a/b",
            "IN --output-directory OUT --manifests M",
        ]
    )
    func options(line: String) throws {
        let tree = try ShardedTree(count: 1)
        let arguments = line.split(separator: " ").map { word in
            word == "IN" ? tree.input.path : word == "OUT" ? tree.output.path : String(word)
        }
        #expect(try Command(["redact"] + arguments + ShardedTree.blur).status == 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: tree.output.path) == [])
    }
}
