import ArgumentParser
import BoundedWork
import Detection
import Foundation
import PolicyLibrary
import Redaction

struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Models to find text, faces and codes in pictures with. (default: SNAPVEIL_MODELS, else those that came with the \
            program, if any)
            """,
            valueName: "directory"
        )
    )
    var models: String?

    /// The directory that this setting names; nil if it names none.
    func directory(_ reader: inout SettingReader) throws(InvalidSetting) -> String? {
        try reader.text(models, CodingKeys.models).map(ModelsDirectory.absolute)
    }

    /// The directory of models for a command: the one that the option, or else the environment, names, or else the one that
    /// came with the program; nil if there is none.
    var directory: String? {
        let named = models ?? ProcessInfo.processInfo.environment["SNAPVEIL_MODELS"] ?? ""
        return named.isEmpty ? ModelsDirectory.ofProgram : ModelsDirectory.absolute(named)
    }

    /// The directory of models that `policy` needs; nil if it needs none. Throws if it needs one and there is none.
    func directory(for policy: Policy, of options: NamedPolicyOptions) throws -> String? {
        guard policy.pointerToSight != nil else { return nil }
        let directory = directory
        do {
            try policy.check(hasDetector: directory != nil)
        } catch {
            throw CommandFailure.configuration(options.message(error))
        }
        return directory
    }
}

enum ModelsDirectory {
    /// The directory of models that came with the program, as its fonts do: `../share/snapveil/models` from the directory
    /// of the program. Nil if there is none.
    static var ofProgram: String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).flatMap(beside)
    }

    /// The directory of models that came with the program at this path; nil if there is none.
    static func beside(program path: String) -> String? {
        let tree = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
        let directory = tree.appending(path: "share/snapveil/models").path
        return FileManager.default.fileExists(atPath: directory) ? directory : nil
    }

    /// The path from the root on of a directory that was named, for other processes to open it.
    static func absolute(_ path: String) -> String { URL(filePath: path, directoryHint: .notDirectory).path }
}

extension Detector {
    /// A detector with the models of a directory; nil if there is none. Throws an error that names the file at fault.
    static func loaded(from models: String?) throws(InvalidSetting) -> Detector? {
        guard let models else { return nil }
        return try mapError(Detector(models: models)) { (error: DetectorError) in
            InvalidSetting(message: QuotedText.printing("\(error)"))
        }
    }
}
