import BinaryCoding
import BoundedWork
public import SecureMemory

/// Entries of an artefact that are redacted together.
public struct RunPart: Sendable {
    /// A few of the entries of an artefact.
    public enum Entries: Sendable {
        /// An archive of them alone.
        case archive(SecureBytes)
        /// The files of a folder.
        case folder(FolderPack)
    }

    let entries: Entries
    /// The names in the result, in the order of the entries.
    let names: [EntryName]
    /// Whether there are no other parts.
    let isWhole: Bool
    /// Whether a check hands the recordings over, for others to look at.
    let wantsRecordings: Bool

    /// Takes entries with the names that they get.
    public init(_ entries: Entries, as names: [EntryName], isWhole: Bool, wantsRecordings: Bool = false) {
        (self.entries, self.names, self.isWhole, self.wantsRecordings) = (entries, names, isWhole, wantsRecordings)
    }

    /// The entries with their names in one message.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter(capacity: entries.byteCount + names.count * 64)
        entries.write(to: &writer)
        writer.write(array: names) { $1.write(to: &$0) }
        writer.write(isWhole)
        writer.write(wantsRecordings)
        return try writer.finish()
    }

    init(decoding message: SecureBytes) throws(ContentFailure) {
        self = try PartMessage.read(message) { reader in
            RunPart(
                try Entries(from: &reader),
                as: try reader.array(maximumCount: PartMessage.mostEntries, EntryName.init),
                isWhole: try reader.bool(),
                wantsRecordings: try reader.bool()
            )
        }
    }
}

extension RunPart.Entries {
    fileprivate var byteCount: Int {
        switch self {
        case .archive(let archive): archive.count
        case .folder(let folder): folder.files.reduce(0) { $0 + $1.contents.count + $1.name.utf8.count }
        }
    }

    /// Whether the entries come from an archive, and go to one.
    var isArchive: Bool { if case .archive = self { true } else { false } }

    /// The entries, to be opened.
    func list(_ limits: ZipLimits, _ cancellation: Cancellation) throws(ContentFailure) -> any EntryList {
        switch self {
        case .folder(let folder): folder
        case .archive(let archive):
            try mapError(
                ZipArchive(opening: archive, limits: limits, cancellation: cancellation),
                ContentFailure.init
            )
        }
    }

    private enum Kind: UInt8 {
        case archive, folder
    }

    /// The entries alone in one message.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter(capacity: byteCount)
        write(to: &writer)
        return try writer.finish()
    }

    fileprivate func write(to writer: inout BinaryWriter) {
        switch self {
        case .archive(let archive):
            writer.write(Kind.archive)
            writer.write(archive)
        case .folder(let folder):
            writer.write(Kind.folder)
            folder.write(to: &writer)
        }
    }

    init(decoding message: SecureBytes) throws(ContentFailure) {
        self = try PartMessage.read(message) { try RunPart.Entries(from: &$0) }
    }

    fileprivate init(from reader: inout BinaryReader) throws {
        switch try reader.value(of: Kind.self) {
        case .archive: self = .archive(try reader.bytes())
        case .folder: self = .folder(try FolderPack(from: &reader))
        }
    }
}
