import BoundedWork
import SecureMemory

/// A carrier of files by name: an archive, or a folder.
protocol EntryList {
    /// The names of all entries; one of a directory ends with a slash.
    var names: [String] { get }

    /// The number of bytes of an entry.
    func byteCount(of index: Int) -> Int

    /// The contents of an entry.
    func contents(of index: Int, _ budget: inout WorkBudget) throws(ContentFailure) -> SecureBytes
}

extension EntryList {
    /// Whether an entry is a directory, which has no contents.
    func isDirectory(_ index: Int) -> Bool { names[index].utf8.last == UInt8(ascii: "/") }

    /// The entries that are files.
    var files: [Int] { names.indices.filter { !isDirectory($0) } }
}

extension ZipArchive: EntryList {
    var names: [String] { entries.map(\.name) }

    func byteCount(of index: Int) -> Int { entries[index].byteCount }

    func contents(of index: Int, _ budget: inout WorkBudget) throws(ContentFailure) -> SecureBytes {
        try mapError(contents(of: entries[index], &budget), ContentFailure.init)
    }
}

extension TarArchive: EntryList {
    var names: [String] { entries.map(\.name) }

    func byteCount(of index: Int) -> Int { entries[index].place.count }

    func contents(of index: Int, _ budget: inout WorkBudget) throws(ContentFailure) -> SecureBytes {
        try contents(of: entries[index])
    }
}
