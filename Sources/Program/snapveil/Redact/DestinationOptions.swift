import ArgumentParser
import BoundedWork
import Foundation
import ImageCore
import Recordings
import SecureMemory

struct DestinationOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("File for the result of a single input; - is standard output.", valueName: "out")
    )
    var output: String?
    @Option(help: ArgumentHelp("Directory for the results, under the names of the inputs.", valueName: "directory"))
    var outputDirectory: String?
    @Flag(help: "Replace the inputs by the results.")
    var inPlace = false
    @Option(help: ArgumentHelp("Write the receipt as JSON.", valueName: "file"))
    var receipt: String?
    @Option(
        help: ArgumentHelp("Write the page source without the texts of covered elements.", valueName: "file")
    )
    var hierarchyOutput: String?
    @Flag(
        help: """
            Write a picture of the plan, on a grey screen that shows nothing of the input; of a recording a contact sheet, in which each \
            scene has a covered frame.
            """
    )
    var preview = false
}

extension DestinationOptions {
    /// Standard input or output.
    static let standardStream = InputFile.standardInput

    /// Checks that there is one place for each result.
    func validate(inputs: [String]) throws {
        let places = [output != nil, outputDirectory != nil, inPlace].filter { $0 }.count
        guard places == 1 else {
            throw ValidationError("The results need one of --output, --output-directory and --in-place.")
        }
        guard output == nil || inputs.count == 1 else {
            throw ValidationError("--output takes one input; for several, use --output-directory or --in-place.")
        }
        guard !inPlace || !preview else {
            throw ValidationError("--preview does not go with --in-place: the input would be lost.")
        }
        let extensionOfOutput = output.map { URL(fileURLWithPath: $0).pathExtension.lowercased() } ?? ""
        guard !preview || !Self.isOfRecordings(extensionOfOutput) else {
            throw ValidationError("--preview writes a picture: name a .png.")
        }
        guard output == nil || !PictureFinder.isDirectory(inputs[0]) else {
            throw ValidationError("--output takes a file; for a directory, use --output-directory or --in-place.")
        }
        guard !inputs.contains(Self.standardStream) || output != nil else {
            throw ValidationError("Standard input needs --output.")
        }
    }

    /// The place of each picture's result; one in a directory gets the extension of `format`. Throws if two would go to
    /// the same place, or one over an input.
    ///
    /// - Parameter isSealed: Whether there is a sealed file beside each result.
    func files(
        for inputs: [PictureFinder.Found],
        format: OutputFormat.Kind?,
        isSealed: Bool = false
    ) throws -> [RedactionFile] {
        let redacted = inputs.map { path(for: $0, format: format) }
        let sealed = isSealed ? redacted.map { $0 + SealingOptions.fileExtension } : []
        let paths = redacted + sealed
        let places = Dictionary(grouping: paths, by: Self.canonical)
        if let clash = places.values.first(where: { $0.count > 1 })?.first {
            throw CommandFailure.usage("two results would be written to \(clash)")
        }
        let sources = Set(inputs.map { Self.canonical($0.path) })
        if let path = (inPlace ? sealed : paths).first(where: { sources.contains(Self.canonical($0)) }),
            path != Self.standardStream
        {
            throw CommandFailure.usage("\(path) is an input; to replace it, use --in-place")
        }
        for (option, path) in [("--receipt", receipt), ("--hierarchy-output", hierarchyOutput)] {
            guard let path, path != Self.standardStream else { continue }
            let place = Self.canonical(path)
            guard !sources.contains(place), places[place] == nil else {
                throw CommandFailure.usage("\(option) \(path) is an input or a result")
            }
        }
        if let receipt, let hierarchyOutput, receipt != Self.standardStream,
            Self.canonical(receipt) == Self.canonical(hierarchyOutput)
        {
            throw CommandFailure.usage("--receipt and --hierarchy-output are one file, \(receipt)")
        }
        guard let outputDirectory else {
            return inputs.map { RedactionFile(input: $0.file, output: output.map(FilePlace.init) ?? $0.file) }
        }
        let results = try Self.directory(outputDirectory)
        return try inputs.map { input in
            let place = TreePath(bytes: Array(resultPlace(of: input, format: format).utf8))
            do throws(SystemError) {
                try results.withDirectory(of: place, making: true) { _, _ in }
            } catch {
                throw CommandFailure.usage("the directory of \(results.fullPath(of: place)) cannot be made: \(error)")
            }
            return RedactionFile(input: input.file, output: FilePlace(place, in: results))
        }
    }

    /// The directory of the results of a test run, beside or over the one of its files; nil for that one itself.
    func directory(forRun input: String) throws -> FileTree? {
        guard let outputDirectory else { return nil }
        let (source, target) = (Self.canonical(input), Self.canonical(outputDirectory))
        guard target != source, !target.hasPrefix("\(source)/") else {
            throw CommandFailure.usage("the results would lie in \(input); name another --output-directory")
        }
        return try Self.directory(outputDirectory)
    }

    /// The tree below a directory that was named, which is made if it is not there.
    static func directory(_ path: String) throws -> FileTree {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            return try FileTree(path)
        } catch let error as SystemError {
            throw CommandFailure.usage("\(path) cannot be used: \(error)")
        } catch {
            throw CommandFailure.usage("\(path) cannot be made: \(error.localizedDescription)")
        }
    }

    /// The tree below a directory in another one, which is made if it is not there.
    static func subdirectory(_ name: String, of tree: FileTree) throws -> FileTree {
        try mapError(tree.subtree(TreePath(bytes: Array(name.utf8)), making: true)) { (error: SystemError) in
            CommandFailure.usage("\(tree.path)/\(name) cannot be used: \(error)")
        }
    }

    private func path(for input: PictureFinder.Found, format: OutputFormat.Kind?) -> String {
        guard let outputDirectory else { return output ?? input.path }
        return "\(outputDirectory)/\(resultPlace(of: input, format: format))"
    }

    /// The place of a result in the directory of results.
    private func resultPlace(of input: PictureFinder.Found, format: OutputFormat.Kind?) -> String {
        let place = URL(fileURLWithPath: "/\(input.place)")
        let fileExtension = place.pathExtension.lowercased()
        if preview, Self.isOfRecordings(fileExtension) {
            return "\(input.place).\((format ?? .png).rawValue)"
        }
        guard
            let format = format ?? OutputFormat.Kind(ofResultFor: fileExtension),
            OutputFormat.Kind(fileName: input.path) != format
        else { return input.place }
        return String(place.deletingPathExtension().appendingPathExtension(format.rawValue).path.dropFirst())
    }

    /// Whether an extension, in lowercase, is of recordings and not of pictures.
    private static func isOfRecordings(_ fileExtension: String) -> Bool {
        OutputFormat.Kind(fileExtension: fileExtension) == nil && RecordingForm(fileExtension: fileExtension) != nil
    }

    /// The one path that all paths of a file lead to.
    static func canonical(_ path: String) -> String {
        path == standardStream ? path : RealPath.of(path)
    }
}
