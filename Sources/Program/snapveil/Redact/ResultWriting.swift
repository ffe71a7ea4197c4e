import BoundedWork
import Glibc
import SecureMemory

/// The writing of the result of a file, and of the sealed file beside it: both are there, or none. An input that is replaced or sealed
/// has to be the one that was read.
struct ResultWriting: Sendable {
    let input: FilePlace
    let output: FilePlace

    /// The input before it was read; nil for a stream.
    private let stamp: FileStamp?

    /// Takes note of the input, which is read afterwards.
    init(_ file: RedactionFile) {
        (input, output) = (file.input, file.output)
        stamp = input.stamp
    }

    /// Seals what the result at an open file covers, in a file that is open, too.
    typealias Sealing = (_ result: borrowing OpenFile, _ sealed: borrowing OpenFile) throws(FileError) -> Void

    private var isInPlace: Bool { input.path == output.path }
    var sealed: FilePlace { output.extended(by: SealingOptions.fileExtension) }

    /// Refuses to seal a file that is replaced by its result a second time: it would be the result.
    func checkSealing() throws(FileError) {
        guard isInPlace, !sealed.isMissing else { return }
        throw wasSealed
    }

    private var wasSealed: FileError {
        let advice = "only if a run was killed and nothing is covered yet, delete it and try again"
        return FileError(path: input.path, reason: "\(sealed.path) is there, and keeps what was covered; \(advice)")
    }

    /// Writes what the result is to be by `body`, and then, if anything is to be sealed, what `seal` makes of it.
    func write(
        by body: (borrowing OpenFile) throws(SystemError) -> Void,
        sealing seal: Sealing? = nil
    ) throws(FileError) {
        var fault: FileError?
        var isSealed = false
        do throws(FileError) {
            try output.write { (result) throws(SystemError) in
                try body(result)
                do throws(FileError) {
                    if isInPlace || seal != nil { try checkInput() }
                    if let seal {
                        try writeSealed(of: result, by: seal)
                        isSealed = true
                        try checkInput()
                    }
                } catch {
                    fault = error
                    throw .inputOutput
                }
            }
        } catch {
            // Without its result it would look as if that had been written.
            if isSealed { try? sealed.remove() }
            throw fault ?? error
        }
    }

    private func writeSealed(of result: borrowing OpenFile, by seal: Sealing) throws(FileError) {
        var fault: FileError?
        do throws(FileError) {
            try mapError(result.synchronize()) { (error: SystemError) in FileError(path: output.path, error.code) }
            try sealed.write(isNew: isInPlace) { (file) throws(SystemError) in
                do throws(FileError) {
                    try seal(result, file)
                } catch {
                    fault = error
                    throw .inputOutput
                }
                // It may soon be all that is left of the input.
                try file.synchronize()
            }
        } catch {
            guard error.code != EEXIST else { throw wasSealed }
            throw fault ?? error
        }
    }

    /// Throws unless the input is what it was.
    func checkInput() throws(FileError) { try check(input.stamp) }

    /// Throws unless an open file is the input as it was.
    func checkInput(_ file: borrowing OpenFile) throws(FileError) {
        try check((try? file.status()).map(FileStamp.init))
    }

    private func check(_ present: FileStamp?) throws(FileError) {
        guard present == stamp else { throw FileError(path: input.path, reason: Self.hasChanged) }
    }

    /// The reason to refuse an input that is not what was read.
    static let hasChanged = "it changed while it was read; try again once nothing writes to it"
}
