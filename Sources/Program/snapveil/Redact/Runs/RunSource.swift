import Artefacts
import SecureMemory

/// Where the entries of an artefact come from, a few at a time.
protocol RunSource: Sendable {
    /// The path of the artefact.
    var path: String { get }
    /// The names of all entries.
    var names: [String] { get }
    /// The entries that are no directories.
    var files: [Int] { get }

    /// The memory that an entry takes, packed or not.
    func byteCount(of index: Int) -> Int

    /// The first bytes of an entry, ``ArtefactRedactor/beginningByteCount`` of them where it has so many; nil where it is packed.
    func beginning(of index: Int) throws -> SecureBytes?

    /// Reads some entries.
    func entries(_ indices: [Int]) throws(FileError) -> RunPart.Entries

    /// Throws if the artefact is not as it was when its entries were first read.
    func checkUnchanged() throws(FileError)
}

extension RunSource {
    /// Whether an entry begins like a picture, which tells nothing of others; false where it is packed, and if it cannot be read.
    func beginsAsPicture(_ index: Int) -> Bool {
        let beginning = try? beginning(of: index)
        return beginning?.withUnsafeBytes(ArtefactRedactor.isPicture) ?? false
    }

    /// An error about the artefact as a whole.
    func error(_ reason: String) -> FileError { FileError(path: path, reason: reason) }

    var hasChanged: FileError { error(ResultWriting.hasChanged) }
}
