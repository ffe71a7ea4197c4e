import Detection
import Foundation
import Samples
import Testing

@Suite("Models that cannot be loaded")
struct DetectorErrorTests {
    private static let names = [
        "libonnxruntime.so", "text-detector.onnx", "text-recogniser.onnx", "characters.txt", "faces.onnx",
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

    @Test("a folder that holds everything is loaded, and says which runtime it holds")
    func whole() throws {
        try withFolder { folder in
            let detector = try Detector(models: folder.path)
            #expect(detector.runtimeVersion == "1.31.1")
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

    @Test("a file that is cut off is named", arguments: names.filter { $0 != "characters.txt" }, [0, 40, 50_000])
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

    private func expectError(_ folder: URL, names name: String) throws {
        let error = #expect(throws: DetectorError.self) { _ = try Detector(models: folder.path) }
        #expect(error?.description.hasPrefix(folder.appending(path: name).path) == true, "\(String(describing: error))")
    }
}
