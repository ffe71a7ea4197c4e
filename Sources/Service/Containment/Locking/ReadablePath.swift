import Glibc

/// A path that a locked process has to be able to read again, whatever it leads to by then.
///
/// Landlock's rules are about files and directories themselves, not about their names. A file that is replaced, as
/// editors and Kubernetes do, is another one. So the rule is about the directory that it is in.
struct ReadablePath {
    /// The path as it was named.
    let path: String

    /// What Landlock has to allow.
    var rules: [LandlockRules.Rule] {
        guard let target = resolved else { return parentRules(of: path, .read) }
        let access: LandlockRules.Access = isDirectory ? [.read, .list] : .read
        let rule = LandlockRules.Rule(path: target, access: access)
        // A directory stays the same one unless a link to it is turned to another.
        guard isLink || !isDirectory else { return [rule] }
        return [rule] + parentRules(of: target, access) + parentRules(of: path, access)
    }

    /// A rule for the directory that holds what is at `path`. The root holds everything, and is none.
    private func parentRules(of path: String, _ access: LandlockRules.Access) -> [LandlockRules.Rule] {
        guard let parent = Self(path: Self.parent(of: path)).resolved, parent != "/" else { return [] }
        return [LandlockRules.Rule(path: parent, access: access)]
    }

    /// The path without symbolic links; nil if it leads nowhere.
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

    /// The directory that a name is in: `/a` for `/a/b/`, `/` for `/a`, and `.` for `a`.
    private static func parent(of path: String) -> String {
        var name = path[...]
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        guard let slash = name.lastIndex(of: "/") else { return "." }
        return slash == name.startIndex ? "/" : String(name[..<slash])
    }
}
