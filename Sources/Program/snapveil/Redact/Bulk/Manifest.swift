import Foundation
import Glibc
import SecureMemory
import Synchronization

/// The outcomes of the files of a shard, as JSON lines that are only ever added while the shard is worked on. The last line of
/// a file counts.
///
/// A line is written after the result that it is about has its name. So an end of the program at any time leaves results
/// without lines, which nobody trusts, and at the most one line without an end, which is cut off by the next run.
final class Manifest: Sendable {
    /// The key of its digests.
    let key: SealingKey

    private let directory: FileTree
    private let name: TreePath
    private let indexName: String
    /// The file of the key. The process that has it locked has the shard.
    private let lock: OpenFile
    private let file: OpenFile
    private let index: ManifestIndex
    /// The offset at which the lines of this run begin.
    private let start: Int
    private let state: Mutex<State>

    private struct State {
        /// Whether lines are there that do not count.
        var isUntidy: Bool
        /// The reason why no line can be added any more.
        var fault: SystemError?
    }

    /// Opens the manifest of a shard in the directory of manifests, or starts it.
    ///
    /// - Parameter secrets: What results depend on besides their order; nobody can try values by a digest here.
    init(of shard: Shard, in directory: FileTree, secrets: SecureBytes? = nil) throws(BulkFailure) {
        self.directory = directory
        let stem = "shard-\(shard.index)-of-\(shard.count)"
        name = TreePath(bytes: Array("\(stem).jsonl".utf8))
        indexName = "\(stem).index"
        do throws(SystemError) {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
            lock = try OpenFile(openat(directory.root, "\(stem).key", flags, 0o600))
            guard flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .last }
            key = SealingKey(try Self.key(in: lock)).bound(to: secrets)
            file = try OpenFile(openat(directory.root, "\(stem).jsonl", flags | O_APPEND, 0o666))
            let whole = try Self.lines(of: file)
            guard ftruncate(file.descriptor, whole.end) == 0 else { throw .last }
            start = whole.end
            index = try ManifestIndex(lineCount: whole.count, in: directory.root, called: indexName)
            state = Mutex(State(isUntidy: try Self.note(file, in: index), fault: nil))
        } catch {
            guard error.code != EWOULDBLOCK else { throw .taken }
            throw .everything("the manifest \(directory.path)/\(stem).jsonl cannot be used: \(error)")
        }
    }

    private static func key(in file: borrowing OpenFile) throws(SystemError) -> [UInt8] {
        let known = try file.bytes(at: 0, count: SealingKey.byteCount)
        guard known.count < SealingKey.byteCount else { return known }
        let key = SealingKey.random()
        try file.write(key)
        try file.synchronize()
        return key
    }

    /// The number of whole lines, and the end of the last one.
    private static func lines(of file: borrowing OpenFile) throws(SystemError) -> (count: Int, end: Int) {
        var lines = ManifestLines()
        var count = 0
        while try lines.next(of: file, { (_, _) throws(SystemError) in true }) != nil { count += 1 }
        return (count, lines.offset)
    }

    /// Notes the last line of each file in `index`; whether there are lines that do not count, or will not once all
    /// files were worked on.
    private static func note(_ file: borrowing OpenFile, in index: borrowing ManifestIndex) throws(SystemError) -> Bool
    {
        var lines = ManifestLines()
        var isUntidy = false
        while let counts = try lines.next(
            of: file,
            { (line, offset) throws(SystemError) in
                guard let id = ManifestEntry.file(ofLine: line) else { return false }
                return try !index.insert(id, at: offset) && ManifestEntry.isDone(line)
            }
        ) { if !counts { isUntidy = true } }
        return isUntidy
    }

    /// The entry of a file from earlier runs; nil for none.
    func entry(of path: TreePath) throws(BulkFailure) -> ManifestEntry? {
        do throws(SystemError) {
            guard let offset = try index.offset(of: FileID(path)) else { return nil }
            let entry = try line(at: offset).flatMap { ManifestEntry(line: $0) }
            return entry?.input == path ? entry : nil
        } catch {
            throw .everything("the manifest cannot be read: \(error)")
        }
    }

    /// The line that begins at `offset`; nil if it has no end.
    private func line(at offset: Int) throws(SystemError) -> [UInt8]? {
        var size = 1 << 10
        while true {
            let bytes = try file.bytes(at: offset, count: size)
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return Array(bytes[..<end]) }
            guard bytes.count == size, size < ManifestLines.longestLine else { return nil }
            size *= 4
        }
    }

    /// Adds a line, which may replace a known one of its file. Once it fails, it fails for ever.
    func append(_ entry: ManifestEntry, replacing isKnown: Bool = false) throws(BulkFailure) {
        let fault: SystemError? = state.withLock { state in
            if state.fault == nil {
                do {
                    try file.write(entry.line)
                } catch {
                    state.fault = error as? SystemError ?? SystemError(code: EINVAL)
                }
            }
            if isKnown { state.isUntidy = true }
            return state.fault
        }
        if let fault { throw .everything("the manifest cannot be written: \(fault)") }
    }

    /// Leaves one line for each file, now that all were worked on: the lines of failures that were not met again go, too. The
    /// manifest stays unchanged if that fails.
    func finish() throws(BulkFailure) {
        do throws(SystemError) {
            if state.withLock(\.isUntidy) { try tidy() }
            try file.synchronize()
        } catch {
            throw .everything("the manifest cannot be written: \(error)")
        }
    }

    private func tidy() throws(SystemError) {
        let count = try Self.lines(of: file).count
        let last = try ManifestIndex(lineCount: count, in: directory.root, called: indexName)
        _ = try Self.note(file, in: last)
        let temporary = name.extended(by: ".new")
        try directory.withDirectory(of: temporary) { (root, temporaryName) throws(SystemError) in
            let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
            let tidied = try OpenFile(openat(root, temporaryName, flags, 0o666))
            try copyLines(that: last, to: tidied)
            try tidied.synchronize()
            try directory.withDirectory(of: name) { (_, name) throws(SystemError) in
                guard renameat(root, temporaryName, root, name) == 0 else { throw .last }
            }
        }
    }

    private func copyLines(that last: borrowing ManifestIndex, to tidied: borrowing OpenFile) throws(SystemError) {
        var lines = ManifestLines()
        var pending: [UInt8] = []
        while try lines.next(
            of: file,
            { (line, offset) throws(SystemError) in
                guard let id = ManifestEntry.file(ofLine: line), try last.offset(of: id) == offset,
                    offset >= start || ManifestEntry.isDone(line)
                else { return }
                pending += line + [UInt8(ascii: "\n")]
                guard pending.count >= 1 << 18 else { return }
                try tidied.write(pending)
                pending.removeAll(keepingCapacity: true)
            }
        ) != nil {}
        try tidied.write(pending)
    }
}
