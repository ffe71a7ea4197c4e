import ArgumentParser
import Foundation
import ImageCore
import SecureMemory

/// The options that say where results go.
struct DestinationOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The result of a single input; - is standard output.", valueName: "out")
    )
    var output: String?
    @Option(help: ArgumentHelp("A directory for the results, under the names of the inputs.", valueName: "directory"))
    var outputDirectory: String?
    @Flag(help: "Replace the inputs by the results.")
    var inPlace = false
    @Option(help: ArgumentHelp("Write what was covered as JSON.", valueName: "file"))
    var receipt: String?
    @Option(
        help: ArgumentHelp("Write the page source without what covered elements say.", valueName: "file")
    )
    var hierarchyOutput: String?
    @Flag(help: "Write a picture of what would be covered, on a grey screen that shows nothing of the input.")
    var preview = false
}

extension DestinationOptions {
    /// Standard input or output.
    static let standardStream = InputFile.standardInput

    /// Checks that the options go together.
    ///
    /// - Throws: `ValidationError` unless there is one place for each result.
    func validate(inputs: [String]) throws {
        let places = [output != nil, outputDirectory != nil, inPlace].filter { $0 }.count
        guard places == 1 else {
            throw ValidationError("Say where the results go: one of --output, --output-directory and --in-place.")
        }
        guard output == nil || inputs.count == 1 else {
            throw ValidationError("--output takes one input; for several, use --output-directory or --in-place.")
        }
        guard !inPlace || !preview else {
            throw ValidationError("--preview does not go with --in-place: the input would be lost.")
        }
        guard output == nil || !PictureFinder.isDirectory(inputs[0]) else {
            throw ValidationError("--output takes a file; for a directory, use --output-directory or --in-place.")
        }
        guard !inputs.contains(Self.standardStream) || output != nil else {
            throw ValidationError("Standard input goes with --output.")
        }
    }

    /// Where each picture's result goes.
    ///
    /// - Parameter format: The format that was asked for; a result in a directory gets its extension.
    /// - Throws: `ExitCode`, after the reason was printed, if two would go to the same place, or one over an input.
    func files(for inputs: [PictureFinder.Found], format: OutputFormat.Kind?) throws -> [RedactionFile] {
        let files = inputs.map { RedactionFile(input: $0.path, output: place(for: $0, format: format)) }
        let places = Dictionary(grouping: files) { Self.canonical($0.output) }
        if let clash = places.values.first(where: { $0.count > 1 })?.first {
            throw CommandFailure.usage("two results would be written to \(clash.output)")
        }
        let sources = Set(inputs.map { Self.canonical($0.path) })
        if !inPlace, let file = files.first(where: { sources.contains(Self.canonical($0.output)) }),
            file.output != Self.standardStream
        {
            throw CommandFailure.usage("\(file.output) is an input; to replace it, use --in-place")
        }
        if let receipt {
            let place = Self.canonical(receipt)
            guard !sources.contains(place), places[place] == nil else {
                throw CommandFailure.usage("--receipt \(receipt) is an input or a result")
            }
        }
        if outputDirectory != nil { try files.forEach { try Self.makeDirectory(of: $0.output) } }
        return files
    }

    private static func makeDirectory(of file: String) throws {
        let directory = URL(fileURLWithPath: file).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure.usage("\(directory) cannot be made: \(error.localizedDescription)")
        }
    }

    private func place(for input: PictureFinder.Found, format: OutputFormat.Kind?) -> String {
        guard let outputDirectory else { return output ?? input.path }
        let place = URL(fileURLWithPath: outputDirectory).appendingPathComponent(input.place)
        guard
            let format = format ?? OutputFormat.Kind(ofResultFor: place.pathExtension.lowercased()),
            OutputFormat.Kind(fileName: input.path) != format
        else { return place.path }
        return place.deletingPathExtension().appendingPathExtension(format.rawValue).path
    }

    /// The one path that all paths of a file lead to.
    static func canonical(_ path: String) -> String {
        path == standardStream ? path : URL(fileURLWithPath: path).resolvingSymlinksInPath().standardized.path
    }
}
