public import BoundedWork
import SecureMemory

/// Reason why an archive was not read or written.
public enum ZipError: Error, Equatable {
    /// The file is no zip archive by its own bytes.
    case notZip
    /// The parts of the archive contradict each other, are cut off, or leave room for something else; the text says which.
    case damagedArchive(String)
    /// The contents of an entry are not what the archive declares; the text says in what.
    case damagedEntry(String, String)
    /// A name could lead out of the folder that it is unpacked to, or is not UTF-8; the text says how.
    case unsafeName(String, String)
    /// An entry would be unpacked over another.
    case repeatedName(String)
    /// An entry is neither a file nor a directory.
    case specialFile(String)
    /// An entry is encrypted.
    case encrypted(String)
    /// An entry is compressed by a method other than deflate.
    case unknownMethod(String, Int)
    /// There are more entries than ``ZipLimits/entries``.
    case tooManyEntries(limit: Int)
    /// An entry has more bytes than ``ZipLimits/entryBytes``.
    case entryTooLarge(String, limit: Int)
    /// The entries have more bytes than ``ZipLimits/totalBytes``.
    case archiveTooLarge(limit: Int)
    /// An entry is denser than ``ZipLimits/ratio`` allows.
    case tooDense(String, limit: Int)
    /// The work was called off, exceeds its budget, or lacks memory.
    case unfinished(BudgetFailure)

    static func outOfMemory(_ error: OutOfMemory) -> ZipError { .unfinished(.outOfMemory(error)) }

    init(_ failure: WorkFailure) {
        switch failure {
        case .outOfMemory(let error): self = .outOfMemory(error)
        case .cancelled: self = .unfinished(.cancelled)
        }
    }
}

extension ZipError: CustomStringConvertible {
    /// A sentence for the sender of the archive.
    public var description: String {
        switch self {
        case .notZip: "the file is not a zip archive"
        case .damagedArchive(let reason): "the archive \(reason); pack it again"
        case .damagedEntry(let name, let reason): "the entry \(quoted(name)) is damaged: \(reason); pack it again"
        case .unsafeName(let name, let reason): "the name \(quoted(name)) \(reason); pack the file under another"
        case .repeatedName(let name): "the name \(quoted(name)) is taken by two entries; pack one of them"
        case .specialFile(let name):
            "the entry \(quoted(name)) is a link or another special file; pack the file that it leads to"
        case .encrypted(let name): "the entry \(quoted(name)) is encrypted; pack it without a password"
        case .unknownMethod(let name, let method):
            "the entry \(quoted(name)) is compressed by method \(method); pack it with deflate"
        case .tooManyEntries(let limit): "the archive has more than \(limit) entries; pack fewer"
        case .entryTooLarge(let name, let limit):
            "the entry \(quoted(name)) has more than \(limit) bytes; pack a shorter file"
        case .archiveTooLarge(let limit): "the entries have more than \(limit) bytes in all; pack fewer"
        case .tooDense(let name, let limit):
            "the entry \(quoted(name)) has more than \(limit) bytes for each byte of the archive; store it uncompressed"
        case .unfinished(let failure): failure.description
        }
    }

    private func quoted(_ name: String) -> String { QuotedText.quoting(name) }
}
