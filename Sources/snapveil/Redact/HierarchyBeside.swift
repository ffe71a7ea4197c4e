import BoundedWork
import Foundation
import SecureMemory

/// The page source of a snapshot, which lies beside it under its name.
enum HierarchyBeside {
    /// The extensions that page sources have: the XML of Appium and UiAutomator, and the boxes of a page.
    static let extensions = ["xml", "json"]

    /// Reads the page source of the snapshot at `path`; nil if there is none.
    ///
    /// - Throws: ``FileError`` of the snapshot: there are two page sources, or the one that is there cannot be read.
    static func read(of path: String) throws(FileError) -> SecureBytes? {
        let name = URL(fileURLWithPath: path).deletingPathExtension()
        var found: (path: String, bytes: SecureBytes)?
        for source in extensions.map({ name.appendingPathExtension($0).relativePath }) {
            var status = stat()
            // A link that leads nowhere is no missing page source.
            guard lstat(source, &status) == 0 || errno != ENOENT else { continue }
            if let found { throw FileError(path: path, reason: twofold(found.path, source)) }
            let bytes = try mapError(InputFile(source).read(.regular)) { (error: FileError) in
                FileError(path: path, reason: unreadable(source, error.reason))
            }
            found = (source, bytes)
        }
        return found?.bytes
    }

    /// Why a snapshot with two page sources has no result.
    static func twofold(_ first: String, _ second: String) -> String {
        "it has two page sources, \(first) and \(second); leave one"
    }

    /// Why a snapshot has no result whose page source cannot be read.
    static func unreadable(_ path: String, _ reason: String) -> String {
        "its page source \(path) cannot be read: \(reason)"
    }
}
