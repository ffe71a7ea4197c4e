public import ArgumentParser
public import Artefacts
import BoundedWork
import SecureMemory

struct ArtefactOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Values that have to be nowhere in a trace, a report, a log or a picture: a line each, also as NAME=value.",
            valueName: "file"
        )
    )
    var secrets: String?
    @Option(
        help: "What becomes of a file in an archive or a run that is neither a picture nor a text: drop, keep or fail."
    )
    var unknown = ArtefactRedactor.Unknown.drop
    @Option(
        help:
            "What becomes of the recordings in an archive or a run: redact, drop or keep. A check looks at them with redact."
    )
    var video = ArtefactRedactor.Recordings.drop
    @Flag(
        help:
            "Take all files of a directory as one run, and not its pictures alone: what one of them tells goes from all."
    )
    var everything = false

    func validate(inputs: [String]) throws {
        guard !everything || inputs.count == 1 && PictureFinder.isDirectory(inputs[0]) else {
            throw ValidationError("--everything takes one directory.")
        }
    }

    func validate(inputs: [String], _ destination: DestinationOptions) throws {
        try validate(inputs: inputs)
        guard everything else { return }
        guard !destination.preview, destination.hierarchyOutput == nil else {
            throw ValidationError("--everything does not go with --preview and --hierarchy-output.")
        }
    }
}

extension ArtefactOptions {
    var foreign: ArtefactRedactor.Foreign { ArtefactRedactor.Foreign(unknown: unknown, recordings: video) }

    /// Refuses to take sealed files away, which may be all that is left of what was covered.
    func checkSealed(_ names: [String], in directory: String) throws {
        guard let name = names.first(where: { $0.hasSuffix(SealingOptions.fileExtension) }) else { return }
        throw CommandFailure.usage(
            "\(directory)/\(name) is sealed, and --in-place would remove it: move it away, or add --unknown keep"
        )
    }

    func secretFile() throws -> SecureBytes? {
        guard let secrets else { return nil }
        return try mapError(InputFile(secrets).read(.regular)) { (error: FileError) in
            CommandFailure.configuration("\(error)")
        }
    }
}

extension ArtefactRedactor.Unknown: ExpressibleByArgument {}
extension ArtefactRedactor.Recordings: ExpressibleByArgument {}
