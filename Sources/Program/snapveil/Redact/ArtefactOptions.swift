public import ArgumentParser
public import Artefacts
import BoundedWork
import SecureMemory

struct ArtefactOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Values that have to be nowhere in the texts of a trace, a report or a log: a line each, also as NAME=value.",
            valueName: "file"
        )
    )
    var secrets: String?
    @Option(
        help: "What becomes of a file in an archive that is neither a picture nor a text: drop, keep or fail."
    )
    var unknown = ArtefactRedactor.Unknown.drop
}

extension ArtefactOptions {
    func secretFile() throws -> SecureBytes? {
        guard let secrets else { return nil }
        return try mapError(InputFile(secrets).read(.regular)) { (error: FileError) in
            CommandFailure.configuration("\(error)")
        }
    }
}

extension ArtefactRedactor.Unknown: ExpressibleByArgument {}
