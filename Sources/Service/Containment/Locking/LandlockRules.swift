import CContainment
import Glibc

/// The files that a process locked by Landlock can still open: with no rule, none.
struct LandlockRules {
    struct Denials: OptionSet {
        let rawValue: UInt32
        /// Listening on a port of TCP, and connecting to one.
        static let networks = Denials(rawValue: UInt32(landlock_denies_networks))
        /// Sending signals to processes that are not locked by the same rules, and reaching their abstract sockets.
        static let others = Denials(rawValue: UInt32(landlock_denies_others))
    }

    struct Access: OptionSet {
        let rawValue: UInt32
        static let read = Access(rawValue: UInt32(landlock_reads))
        static let list = Access(rawValue: UInt32(landlock_lists))
        static let write = Access(rawValue: UInt32(landlock_writes))
        static let remove = Access(rawValue: UInt32(landlock_removes))
        static let execute = Access(rawValue: UInt32(landlock_executes))
    }

    /// Allows `access` to `path` and all beneath it; nothing if it leads nowhere.
    struct Rule {
        let path: String
        let access: Access
    }

    var denials: Denials = []
    var rules: [Rule] = []
    /// What is allowed of files that are open, by their descriptors.
    var openFiles: [(descriptor: Int32, access: Access)] = []

    /// Puts the rules in force for good, for this thread and its later ones; 0, or the value of `errno`.
    func enforce() -> Int32 {
        let ruleset = lock_landlock_begin(denials.rawValue)
        guard ruleset >= 0 else { return errno }
        // Some are refused: pipes need no rule, and a missing file cannot have one.
        for rule in rules { _ = lock_landlock_allow(ruleset, rule.path, rule.access.rawValue) }
        for (descriptor, access) in openFiles {
            _ = lock_landlock_allow_descriptor(ruleset, descriptor, access.rawValue)
        }
        return lock_landlock_enforce(ruleset)
    }
}

/// A path that a locked process has to be able to read again, even if it is replaced.
///
/// Landlock's rules are about files, not names, and a replaced file, as from editors and Kubernetes, is another. So the rule is
/// about its directory.
struct ReadablePath {
    let path: String

    var rules: [LandlockRules.Rule] {
        guard let target = resolved else { return parentRules(of: path, .read) }
        let access: LandlockRules.Access = isDirectory ? [.read, .list] : .read
        let rule = LandlockRules.Rule(path: target, access: access)
        // A directory stays the same unless a link to it is turned to another.
        guard isLink || !isDirectory else { return [rule] }
        return [rule] + parentRules(of: target, access) + parentRules(of: path, access)
    }

    /// A rule for the directory of `path`; none for the root, which holds all.
    func parentRules(of path: String, _ access: LandlockRules.Access) -> [LandlockRules.Rule] {
        guard let parent = Self(path: Self.parent(of: path)).resolved, parent != "/" else { return [] }
        return [LandlockRules.Rule(path: parent, access: access)]
    }

    private var resolved: String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private var isDirectory: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private var isLink: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The directory of a name: `/a` for `/a/b/`, `/` for `/a`, and `.` for `a`.
    private static func parent(of path: String) -> String {
        var name = path[...]
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        guard let slash = name.lastIndex(of: "/") else { return "." }
        return slash == name.startIndex ? "/" : String(name[..<slash])
    }
}
