import BoundedWork
import Redaction
import SecureMemory

/// The page source of the screen, and where it goes without what covered elements say.
struct HierarchyFile: Sendable {
    /// The page source that was read.
    let source: SecureBytes
    /// The path that the result is written to, if it is asked for.
    private let output: String?

    /// Reads the page source; nil without a path.
    ///
    /// - Throws: `ExitCode`, after the reason was printed, if the file cannot be read.
    init?(_ path: String?, output: String?) throws {
        guard let path else { return nil }
        source = try mapError(InputFile(path).read()) { (error: FileError) in CommandFailure.usage("\(error)") }
        self.output = output
    }

    /// Writes what is given back.
    ///
    /// - Throws: ``FileError``.
    func write(_ redacted: PageSource?) throws {
        guard let output, let redacted else { return }
        try OutputFile(output).write(redacted.bytes)
    }
}
