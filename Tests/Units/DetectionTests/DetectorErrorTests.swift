import Detection
import Foundation
import Samples
import Testing

@Suite("Models that cannot be loaded")
struct DetectorErrorTests {
    private static let names =
        [
            "libonnxruntime.so", "text-detector.onnx", "text-recogniser.onnx", "characters.txt", "faces.onnx",
            "names.lexicon",
        ] + scripts.flatMap { ["\($0).onnx", "\($0).txt"] }
    private static let scripts = [
        "arabic", "arabic-main-language", "cyrillic", "devanagari", "hangul", "hebrew", "japanese", "thai",
    ]

    /// A folder of links to the models, in which a test may replace one.
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "snapveil-models-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in Self.names {
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name),
                withDestinationURL: URL(filePath: Models.directory).appending(path: name)
            )
        }
        try body(folder)
    }

    @Test("a folder that holds everything is loaded")
    func whole() throws {
        try withFolder { folder in
            #expect(throws: Never.self) { try Detector(models: folder.path) }
        }
    }

    @Test("a file that lacks is named", arguments: names)
    func missing(name: String) throws {
        try withFolder { folder in
            let file = folder.appending(path: name)
            try FileManager.default.removeItem(at: file)
            #expect(throws: DetectorError.missing(path: file.path, reason: "No such file or directory")) {
                _ = try Detector(models: folder.path)
            }
        }
    }

    @Test("a file that is cut off is named", arguments: names.filter { !$0.hasSuffix(".txt") }, [0, 40, 50_000])
    func truncated(name: String, byteCount: Int) throws {
        try withFolder { folder in
            let file = folder.appending(path: name)
            let data = try Data(contentsOf: file).prefix(byteCount)
            try FileManager.default.removeItem(at: file)
            try data.write(to: file)
            try expectError(folder, names: name)
        }
    }

    @Test("a file of something else is named", arguments: names)
    func foreign(name: String) throws {
        try withFolder { folder in
            let file = folder.appending(path: name)
            try FileManager.default.removeItem(at: file)
            try Data([0xFF, 0xFE, 0x00, 0x01] + Array(repeating: 0x80, count: 5_000)).write(to: file)
            try expectError(folder, names: name)
        }
    }

    @Test("a list of other characters than the network knows is named")
    func otherCharacters() throws {
        try withFolder { folder in
            let file = folder.appending(path: "characters.txt")
            try FileManager.default.removeItem(at: file)
            try Data("a\nb\nc\n".utf8).write(to: file)
            try expectError(folder, names: "characters.txt")
        }
    }

    @Test(
        "a list of classes that is none, or of other classes than the network knows, is named",
        arguments: [
            "", "\n", "36 2", "36 2\n", "0 2\n0 a\n", "36 9999999999\n0 a\n", "36 2\n0\n", "36 2\n0,1,2,3,4,5 a\n",
            "36 2\nx a\n",
            "36 2\n4096 a\n", "36 2\n-1 a\n", "36 2\n0 aaaaaaaaaaaaaaaaa\n", "36 2\n0 a\n", "48 2\n0  \n154 a\n",
            "36 2\n0  \n155 a\n",
        ]
    )
    func otherClasses(text: String) throws {
        try withFolder { folder in
            let file = folder.appending(path: "hebrew.txt")
            try FileManager.default.removeItem(at: file)
            try Data(text.utf8).write(to: file)
            try expectError(folder, names: "hebrew.txt")
        }
    }

    private func expectError(_ folder: URL, names name: String) throws {
        let error = #expect(throws: DetectorError.self) { _ = try Detector(models: folder.path) }
        #expect(error?.description.hasPrefix(folder.appending(path: name).path) == true, "\(String(describing: error))")
    }
}
