import BoundedWork
import Glibc
import RedactionJobs
import SecureMemory

/// A snapshot that is open, with its page source.
struct Evidence: ~Copyable {
    private let snapshot: Part
    private let hierarchy: Part?

    /// The place of the redacted page source in the directory of results; nil if there is none, or if it is not wanted.
    let hierarchyResult: TreePath?

    private struct Part: ~Copyable {
        let file: OpenFile
        let stamp: FileStamp
        let name: String

        init(_ path: TreePath, in tree: FileTree) throws(SystemError) {
            let file = try tree.file(at: path)
            stamp = FileStamp(try file.status())
            name = path.printed
            self.file = file
        }

        /// Whether the file is still as it was opened, and a change that comes now will show.
        var isUnchanged: Bool { stamp.isSettled && (try? FileStamp(file.status())) == stamp }

        func read(in memory: MemorySource) throws(FileError) -> SecureBytes {
            try InputFile(name).read(from: file.descriptor, .regular, in: memory)
        }
    }

    /// Opens the files of a snapshot. A missing page source is none; two are an error.
    init(_ places: BulkJob.Places, in tree: FileTree) throws(BulkFailure) {
        let snapshot = try mapError(Part(places.snapshot, in: tree), BulkFailure.reading)
        var hierarchy: Part?
        var found: BulkJob.HierarchyPlaces?
        for place in places.hierarchies {
            guard let part = try Self.hierarchy(at: place.source, in: tree) else { continue }
            if let found {
                throw .file(HierarchyBeside.twofold(found.source.printed, place.source.printed))
            }
            found = place
            hierarchy = consume part
        }
        self.snapshot = snapshot
        self.hierarchy = hierarchy
        hierarchyResult = found?.result
    }

    /// The page source at `path`; nil if there is none.
    private static func hierarchy(at path: TreePath, in tree: FileTree) throws(BulkFailure) -> Part? {
        do throws(SystemError) {
            return try Part(path, in: tree)
        } catch {
            guard error.code != ENOENT else { return nil }
            guard !error.isOfAllFiles else { throw .reading(error) }
            throw .file(HierarchyBeside.unreadable(path.printed, "\(error)"))
        }
    }

    /// Whether the files are still as they were opened, and a change that comes now will show.
    var isUnchanged: Bool {
        guard snapshot.isUnchanged else { return false }
        switch hierarchy {
        case .some(let part): return part.isUnchanged
        case nil: return true
        }
    }

    func add(to hasher: inout Digest.Hasher) {
        snapshot.stamp.add(to: &hasher)
        switch hierarchy {
        case .some(let part): part.stamp.add(to: &hasher)
        case nil: break
        }
    }

    /// Reads the files, the snapshot into memory of `memory`.
    func read(in memory: MemorySource) throws(BulkFailure) -> RedactionInput {
        // A page source is read first: one block of shared memory is enough then.
        let source: SecureBytes?
        switch hierarchy {
        case .some(let part):
            source = try mapError(part.read(in: .process)) { (error: FileError) in
                BulkFailure.file(HierarchyBeside.unreadable(error.path, error.reason))
            }
        case nil: source = nil
        }
        let picture = try mapError(snapshot.read(in: memory)) { (error: FileError) in BulkFailure.file(error.reason) }
        return RedactionInput(picture, hierarchy: source)
    }
}

extension SealingKey {
    /// The digest of a file's content under this key.
    func seal(_ input: RedactionInput) -> String {
        var hasher = hasher()
        // Lengths first, so that two files are not taken for two others with the same bytes together.
        hasher.add("content \(input.snapshot.count) \(input.hierarchy?.count ?? -1)\n".utf8)
        hasher.add(input.snapshot)
        if let hierarchy = input.hierarchy { hasher.add(hierarchy) }
        return finish(hasher).hexadecimal
    }
}
