import Glibc
import SQLiteReading

/// A backup of a device as Finder, iTunes and libimobiledevice write it: files that are called by hashes, in folders by the first
/// two digits of these, and a database that tells what they are called on the device.
struct DeviceBackup {
    /// The name of the database.
    static let manifestName = "Manifest.db"

    private let manifest: TreePath
    private let folder: TreePath

    /// A file of the backup that cannot be read, and why.
    struct Failure: Error {
        let file: TreePath
        let reason: String
    }

    /// The backup with this database; nil if other files of a backup are not beside it.
    init?(manifest: TreePath, in tree: borrowing FileTree) {
        self.manifest = manifest
        folder = manifest.parent
        guard tree.status(of: folder.appending("Manifest.plist".utf8)) != nil else { return nil }
    }

    /// What files of the backup are called on the device, such as
    /// `AppDomain-com.example.bank/Library/SplashBoard/Snapshots/…/A@3x.ktx`: the domain that owns a file, and its path in that.
    ///
    /// - Parameters:
    ///   - files: Of the backup, or of others.
    ///   - tree: Where all of them are.
    /// - Throws: ``Failure`` for a backup that is damaged, encrypted or not written to its end.
    func devicePaths(of files: [TreePath], in tree: borrowing FileTree) throws(Failure) -> [TreePath: String] {
        let known = Dictionary(files.compactMap { file in hash(of: file).map { ($0, file) } }) { first, _ in first }
        var paths: [TreePath: String] = [:]
        if let journal = journal(in: tree) {
            throw Failure(file: manifest, reason: "\(journal) beside it holds changes that are not in it yet")
        }
        do {
            let file = try tree.file(at: manifest)
            var database = try SQLiteDatabase(byteCount: Int(file.status().st_size)) { offset, count in
                try? file.bytes(at: offset, count: count)
            }
            try database.forEachRow(of: "Files", columns: ["fileID", "domain", "relativePath"]) { row in
                guard let file = row[0].text.flatMap({ known[$0] }), let domain = row[1].text, let path = row[2].text
                else { return }
                paths[file] = "\(domain)/\(path)"
            }
        } catch {
            throw Failure(file: manifest, reason: "\(error)")
        }
        return paths
    }

    /// The name of a file with changes that are not in the database; nil if there is none.
    private func journal(in tree: borrowing FileTree) -> String? {
        let log = manifest.extended(by: "-wal")
        if let status = tree.status(of: log), status.st_size > 0 { return Self.manifestName + "-wal" }
        // What was rolled back may stay, with zeros at its beginning.
        let rollback = manifest.extended(by: "-journal")
        let head = try? tree.file(at: rollback).bytes(at: 0, count: 8)
        return head?.contains { $0 != 0 } == true ? Self.manifestName + "-journal" : nil
    }

    /// The hash that a file of the backup is called by; nil for a file that does not belong to it.
    private func hash(of file: TreePath) -> String? {
        guard let name = TreePath(bytes: Array(file.components.name)).text, name.utf8.count == 40 else { return nil }
        return file == folder.appending(name.utf8.prefix(2)).appending(name.utf8) ? name : nil
    }
}

extension TreePath {
    /// The path of the directory that something lies in.
    fileprivate var parent: TreePath {
        TreePath(bytes: Array(components.directories.joined(separator: "/".utf8)))
    }
}
