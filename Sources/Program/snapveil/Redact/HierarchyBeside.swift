import BoundedWork
import SecureMemory

/// The page source of a snapshot, which lies beside it under its name.
enum HierarchyBeside {
    /// The extensions that page sources have: the XML of Appium and UiAutomator, and the boxes of a page.
    static let extensions = ["xml", "json"]

    /// Reads the page source of a snapshot; nil if there is none.
    ///
    /// - Throws: ``FileError`` of the snapshot: there are two page sources, or the one that is there cannot be read.
    static func read(of snapshot: FilePlace) throws(FileError) -> SecureBytes? {
        var found: (path: String, bytes: SecureBytes)?
        // A link that leads nowhere is no missing page source.
        for source in extensions.map(snapshot.sibling) where !source.isMissing {
            if let found { throw FileError(path: snapshot.path, reason: twofold(found.path, source.path)) }
            let bytes = try mapError(source.read(.regular)) { (error: FileError) in
                FileError(path: snapshot.path, reason: unreadable(source.path, error.reason))
            }
            found = (source.path, bytes)
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
