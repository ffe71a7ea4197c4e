import BoundedWork
import Glibc
import SecureMemory

/// A snapshot that is open, with its page source.
struct Evidence: ~Copyable {
    private let snapshot: Part
    private let hierarchy: Part?

    /// A file that is open.
    private struct Part: ~Copyable {
        let file: OpenFile
        let stamp: FileStamp
        let name: String

        init(_ path: TreePath, in tree: borrowing FileTree) throws(SystemError) {
            let file = try tree.file(at: path)
            stamp = FileStamp(try file.status())
            name = path.printed
            self.file = file
        }

        /// Whether the file is still as it was opened, and a change that comes now will show.
        var isUnchanged: Bool { stamp.isSettled && (try? FileStamp(file.status())) == stamp }

        func read(in memory: MemorySource) throws(BulkFailure) -> SecureBytes {
            try mapError(InputFile(name).read(from: file.descriptor, .regular, in: memory)) { (error: FileError) in
                BulkFailure.file(error.reason)
            }
        }
    }

    /// Opens the files of a snapshot. A page source that is not there is none.
    init(_ places: BulkJob.Places, in tree: borrowing FileTree) throws(BulkFailure) {
        let snapshot = try mapError(Part(places.snapshot, in: tree), BulkFailure.reading)
        hierarchy = try Self.hierarchy(places, in: tree)
        self.snapshot = snapshot
    }

    private static func hierarchy(
        _ places: BulkJob.Places,
        in tree: borrowing FileTree
    ) throws(BulkFailure) -> Part? {
        guard let path = places.hierarchy else { return nil }
        do throws(SystemError) {
            return try Part(path, in: tree)
        } catch {
            guard error.code == ENOENT else { throw .reading(error) }
            return nil
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

    /// Adds what the file system says of the files to what is hashed.
    func add(to hasher: inout Digest.Hasher) {
        snapshot.stamp.add(to: &hasher)
        switch hierarchy {
        case .some(let part): part.stamp.add(to: &hasher)
        case nil: break
        }
    }

    /// Reads the files.
    ///
    /// - Parameter memory: Where that for the snapshot comes from.
    func read(in memory: MemorySource) throws(BulkFailure) -> RedactionInput {
        // A page source is read first: one block of shared memory is enough then.
        let source: SecureBytes?
        switch hierarchy {
        case .some(let part): source = try part.read(in: .process)
        case nil: source = nil
        }
        return RedactionInput(try snapshot.read(in: memory), hierarchy: source)
    }
}

extension SealingKey {
    /// Tells what was read from all else.
    func seal(_ input: RedactionInput) -> String {
        var hasher = hasher()
        // Two files are not those that two others make together.
        hasher.add("content \(input.snapshot.count) \(input.hierarchy?.count ?? -1)\n".utf8)
        hasher.add(input.snapshot)
        if let hierarchy = input.hierarchy { hasher.add(hierarchy) }
        return finish(hasher).hexadecimal
    }
}
