import Foundation

/// A directory of files for the time of a test.
final class Directory {
    let path: String

    init(_ files: [String: [UInt8]] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "snapveil-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, bytes) in files { try write(bytes, to: name) }
    }

    convenience init(texts: [String: String]) throws {
        try self.init(texts.mapValues { Array($0.utf8) })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: self[name]))
    }

    /// The path of a file in it.
    subscript(name: String) -> String { "\(path)/\(name)" }
}
