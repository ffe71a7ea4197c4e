import ArgumentParser
import BoundedWork
import Containment
import Foundation
import ImageCore
import PolicyLibrary
import RedactionJobs
import SecureMemory
import Synchronization

struct Unseal: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a redacted picture, archive or text by what was sealed.",
        discussion: """
            Opens the file that redact --recipient, or a server with --recipients, has written beside a result. A picture is \
            written as a PNG with its pixels as they were, an archive or a text byte by byte. A result that is not the one \
            that was sealed is refused, and so is a sealed file that was cut or changed.

            EXAMPLES
              snapveil unseal safe.png safe.png.age --identity team.key -o original.png
              snapveil unseal safe.png --identity team.key --show
              snapveil unseal safe.png safe.png.age --identity team.key --receipt receipt.json -o original.png
              snapveil unseal safe.zip --identity team.key -o trace.zip
            """
    )

    @Argument(help: ArgumentHelp("The redacted picture, archive or text.", valueName: "redacted"))
    var file: String

    @Argument(
        help: ArgumentHelp(
            "The sealed file. (default: the name of the redacted one with .age behind it)",
            valueName: "sealed"
        )
    )
    var sealed: String?

    @OptionGroup(title: "What opens it")
    var identities: IdentityOptions

    @Option(help: ArgumentHelp("Refuse unless this is the receipt of the redaction.", valueName: "file"))
    var receipt: String?

    @OptionGroup(title: "Where it goes")
    var destination: UnsealDestination

    @OptionGroup var work: WorkerOptions

    func run() throws {
        try ProcessSecrecy.enforce()
        // By the main thread, and before anything is read.
        let launcher = try CommandFailure.usable(work.isolation.launcher(.ofCommand))
        let files = try self.identities.files()
        let pool = try CommandFailure.usable(work.pool(files: 1, .forUnsealing, launcher))
        let material = try mapError(pool.load(.identities(files)).material) { (error: InvalidFile) in
            CommandFailure.configuration("\(error)")
        }
        let redacted = try Self.opened(file)
        let sealed = try Self.opened(sealed ?? file + SealingOptions.fileExtension)
        try destination.check(
            besides: [file, self.sealed ?? file + SealingOptions.fileExtension, receipt] + identities.paths
        )
        let receipt = try receipt.map(CommandFailure.readInput)
        try destination.take(atMost: Self.mostBytes(restoredBy: sealed)) { (output: Int32) throws(RedactionFault) in
            let streams = [redacted.descriptor, sealed.descriptor, output]
            try Self.perform(by: pool, material, receipt, streams)
        } failure: { fault in
            CommandFailure.output("\(QuotedText.printing(file)): \(fault.sentence)")
        }
    }

    /// Upper bound on the bytes that a sealed file restores, whatever the worker makes of it: an artefact is shorter than its sealed
    /// file, and a picture has 4 bytes for each pixel, and one for each row, before it is compressed.
    private static func mostBytes(restoredBy sealed: borrowing OpenFile) throws -> Int {
        let status = try sealed.status()
        guard status.st_mode & S_IFMT == S_IFREG else { return .max }
        return max(Int(status.st_size), 5 * WorkSetup.forUnsealing.limits.maximumPixels + 1 << 20)
    }

    private static func opened(_ path: String) throws -> OpenFile {
        do throws(SystemError) {
            return try FilePlace(path).opened()
        } catch {
            throw CommandFailure.usage("\(QuotedText.printing(path)): \(error)")
        }
    }

    /// Has a worker restore the file of the first stream by that of the second into that of the third.
    private static func perform(
        by pool: WorkerPool,
        _ material: LoadedMaterial,
        _ receipt: SecureBytes?,
        _ streams: [Int32]
    ) throws(RedactionFault) {
        let outcome = Mutex<Result<Void, RedactionFault>>(.failure(.worker(.unavailable)))
        // The closure throws nothing.
        try? Waiting.forResult {
            _ = try await pool.queue.run(for: "files", preferring: 0) { turn in
                let result = Result { () throws(RedactionFault) in
                    _ = try pool.parts(
                        of: .unseal(hasReceipt: receipt != nil),
                        with: material,
                        on: receipt ?? SecureBytes(),
                        streams: streams,
                        turn
                    )
                }
                outcome.withLock { $0 = result }
            }
        }
        try outcome.withLock(\.self).get()
    }
}
