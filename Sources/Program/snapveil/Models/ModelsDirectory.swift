import Foundation

/// Where the models are that pictures are looked at with.
enum ModelsDirectory {
    /// The directory of models that came with the program, as its fonts do: `../share/snapveil/models` from the directory of the
    /// program. Nil if there is none.
    static var ofProgram: String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).flatMap(beside)
    }

    /// The directory of models that came with the program at this path; nil if there is none.
    static func beside(program path: String) -> String? {
        let tree = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
        let directory = tree.appending(path: "share/snapveil/models").path
        return FileManager.default.fileExists(atPath: directory) ? directory : nil
    }

    /// The path from the root on of a directory that was named, as it has to be where other processes open it.
    static func absolute(_ path: String) -> String { URL(filePath: path, directoryHint: .notDirectory).path }
}
