import Foundation

/// A directory of files for the time of a test.
final class ScratchDirectory {
    let path: String

    /// - Parameter texts: What is in its files, by their names.
    init(_ texts: [String: String] = [:]) throws {
        // Without symbolic links, of which tests make their own.
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        path = parent.appending(path: "containment-\(UUID())").path
        try makeDirectory("")
        for (name, text) in texts { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: self[name]))
    }

    func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
    }

    /// Makes `name` a link to `target`, in one step if it is one already.
    func link(_ name: String, to target: String) throws {
        let new = self["new-link"]
        try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: target)
        guard rename(new, self[name]) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// The path of a file in it.
    subscript(name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }
}
