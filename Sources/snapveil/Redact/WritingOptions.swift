public import ArgumentParser
import Foundation
public import ImageCore
import Redaction

/// The options that say how results are written.
struct WritingOptions: ParsableArguments {
    @Option(help: "png or jpeg. (default: that of --output's name, else of the input)")
    var format: OutputFormat.Kind?
    @Option(
        help: ArgumentHelp("JPEG quality, 1 to 100. (default: the file's own, 90 where all is new)", valueName: "n")
    )
    var quality: Int?
    @Option(help: "PNG compression: fast, balanced or small.")
    var compression = PNGCompression.fast

    mutating func validate() throws {
        guard quality.map((1...100).contains) ?? true else {
            throw ValidationError("--quality has to be from 1 to 100.")
        }
    }

    /// The options for a result that goes to `outputName`, if it has a name of its own.
    func options(outputName: String?) -> OutputOptions {
        let format = format ?? outputName.flatMap { OutputFormat.Kind(fileName: $0) }
        let formats = format.map { [$0] } ?? OutputFormat.Kind.allCases
        return OutputOptions(formats: formats, quality: quality, compression: compression)
    }
}

extension OutputFormat.Kind: ExpressibleByArgument {
    /// The format that the extension of a file's name stands for; nil for any other.
    init?(fileName: String) {
        switch URL(fileURLWithPath: fileName).pathExtension.lowercased() {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        default: return nil
        }
    }
}

extension PNGCompression: ExpressibleByArgument {}
