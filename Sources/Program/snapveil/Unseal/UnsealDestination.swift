import ArgumentParser
import BoundedWork
import Foundation
import ImageCore
import RedactionJobs
import SecureMemory

struct UnsealDestination: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("File for what is restored, a .png for a picture; - is standard output.", valueName: "out")
    )
    var output: String?
    @Flag(
        help: """
            Show the picture in the terminal, where that shows pictures (kitty, Ghostty, WezTerm, iTerm2); else in a private \
            file, which is gone once Return is pressed.
            """
    )
    var show = false

    func validate() throws {
        guard show != (output != nil) else {
            throw ValidationError("What is restored needs one of --output and --show.")
        }
        guard output.flatMap({ OutputFormat.Kind(fileName: $0) }) ?? .png == .png else {
            throw ValidationError("--output writes a picture as PNG: name a .png.")
        }
    }

    /// Refuses to replace a file that is read, which may be there once.
    func check(besides paths: [String?]) throws {
        guard let output, output != InputFile.standardInput else { return }
        let place = DestinationOptions.canonical(output)
        guard !paths.contains(where: { $0.map(DestinationOptions.canonical) == place }) else {
            throw CommandFailure.usage("\(output) is an input: name another --output")
        }
    }

    /// Takes what `restore` writes to a descriptor, `limit` bytes at most, once all of it is there.
    func take(
        atMost limit: Int,
        _ restore: (_ output: Int32) throws(RedactionFault) -> Void,
        failure: (RedactionFault) -> ExitCode
    ) throws {
        var fault: RedactionFault?
        do throws(FileError) {
            if let output, !FilePlace(output).isStream {
                return try FilePlace(output).write { (file) throws(SystemError) in
                    // A file that is there keeps its own.
                    guard fchmod(file.descriptor, 0o600) == 0 else { throw .last }
                    fault = try Self.restore(into: file.descriptor, atMost: limit, restore)
                    guard fault == nil else { throw .inputOutput }
                }
            }
        } catch {
            throw fault.map(failure) ?? CommandFailure.output("\(error)")
        }
        try takeFromMemory(atMost: limit, restore, failure)
    }

    /// Has `restore` write to a file; its fault.
    private static func restore(
        into file: Int32,
        atMost limit: Int,
        _ restore: (_ output: Int32) throws(RedactionFault) -> Void
    ) throws(SystemError) -> RedactionFault? {
        let pipe = try PipedFile(into: file, atMost: limit)
        var fault: RedactionFault?
        do throws(RedactionFault) {
            try restore(pipe.descriptor)
        } catch {
            fault = error
        }
        try pipe.finish()
        return fault
    }

    /// Shows a picture, or hands on what would else be there in part.
    private func takeFromMemory(
        atMost limit: Int,
        _ restore: (_ output: Int32) throws(RedactionFault) -> Void,
        _ failure: (RedactionFault) -> ExitCode
    ) throws {
        let file = try mapError(NamelessFile(in: ShownPicture.directory)) { (error: FileError) in
            CommandFailure.output("\(error)")
        }
        if let fault = try Self.restore(into: file.descriptor, atMost: limit, restore) { throw failure(fault) }
        let restored = try file.bytes()
        guard let output else {
            guard ImageFormat(recognizing: restored) == .png else {
                throw CommandFailure.usage("it is no picture: use --output")
            }
            return try ShownPicture(restored).show()
        }
        try mapError(FilePlace(output).write(restored)) { (error: FileError) in CommandFailure.output("\(error)") }
    }
}
