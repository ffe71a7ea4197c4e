import ArgumentParser
import BoundedWork
import SecureMemory

struct HierarchyOptions: ParsableArguments {
    @Option(
        name: .customLong("hierarchy"),
        help: ArgumentHelp(
            "The page source of the screen, from Appium, UiAutomator, Maestro or Playwright, for policies that name elements.",
            valueName: "file"
        )
    )
    var file: String?
    @Flag(
        name: .customLong("hierarchies-beside"),
        help: "Read the page source of each X.png or X.jpg from X.xml or X.json beside it, if there is one."
    )
    var areBeside = false

    /// Checks that the options go with `inputs`, which are a single screen if `isOfOne`.
    func validate(inputs: [String], isOfOne: Bool = true) throws {
        guard file == nil || (inputs.count == 1 && isOfOne) else {
            throw ValidationError("--hierarchy is the page source of one screen, and takes one input.")
        }
        guard !areBeside || file == nil && !inputs.contains(DestinationOptions.standardStream) else {
            throw ValidationError("--hierarchies-beside takes files, and does not go with --hierarchy.")
        }
    }

    func source() throws -> SecureBytes? {
        try file.map(CommandFailure.readInput)
    }
}

/// The page source of a snapshot, which lies beside it under its name.
enum HierarchyBeside {
    /// The extensions that page sources have.
    static let extensions = ["xml", "json"]

    /// Reads the page source of a snapshot; nil if there is none. Two page sources, or one that cannot be read, are an error.
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

    /// The reason why a snapshot with two page sources has no result.
    static func twofold(_ first: String, _ second: String) -> String {
        "the picture has two page sources, \(first) and \(second); remove one"
    }

    /// The reason why a snapshot whose page source cannot be read has no result.
    static func unreadable(_ path: String, _ reason: String) -> String {
        "the page source \(path) cannot be read: \(reason)"
    }
}
