public import ArgumentParser
import Foundation
public import ImageCore
import Redaction

struct WritingOptions: ParsableArguments {
    @Option(
        help: "png, jpeg or webp. (default: by --output's extension, else as the input; jpeg for a HEIC, png for a KTX)"
    )
    var format: OutputFormat.Kind?
    @Option(
        help: ArgumentHelp(
            "Quality of a JPEG, 1 to 100; makes a WebP lossy. (default: that of the file, or 90 if all of it is new)",
            valueName: "n"
        )
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
        self.init(fileExtension: URL(fileURLWithPath: fileName).pathExtension.lowercased())
    }

    /// The format that an extension stands for, in lowercase; nil for any other.
    init?(fileExtension: String) {
        switch fileExtension {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        default: return nil
        }
    }

    /// The format of the result of a picture whose name has this extension, in lowercase, where nobody asks for
    /// another; nil for an extension that is not one of pictures.
    init?(ofResultFor fileExtension: String) {
        switch fileExtension {
        case "heic", "heif": self.init(.heic)
        case "ktx": self.init(.ktx)
        default: self.init(fileExtension: fileExtension)
        }
    }
}

extension PNGCompression: ExpressibleByArgument {}
