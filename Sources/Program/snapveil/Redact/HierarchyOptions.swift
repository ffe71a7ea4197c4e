import ArgumentParser
import BoundedWork
import SecureMemory

/// The options that say where page sources are.
struct HierarchyOptions: ParsableArguments {
    @Option(
        name: .customLong("hierarchy"),
        help: ArgumentHelp(
            "The page source of the screen, as Appium, UiAutomator or Playwright give it, for policies that name elements.",
            valueName: "file"
        )
    )
    var file: String?
    @Flag(
        name: .customLong("hierarchies-beside"),
        help: "The page source of each X.png or X.jpg lies beside it, as X.xml or X.json. A picture may have none."
    )
    var areBeside = false

    /// Checks that the options go with `inputs`.
    ///
    /// - Parameters:
    ///   - inputs: The snapshots that are named.
    ///   - isOfOne: Whether these are a single screen, if there is one.
    /// - Throws: `ValidationError`.
    func validate(inputs: [String], isOfOne: Bool = true) throws {
        guard file == nil || (inputs.count == 1 && isOfOne) else {
            throw ValidationError("--hierarchy is that of one screen, and takes one input.")
        }
        guard !areBeside || file == nil && !inputs.contains(DestinationOptions.standardStream) else {
            throw ValidationError("--hierarchies-beside goes with files, and not with --hierarchy.")
        }
    }

    /// The page source of the screen; nil if none is given.
    ///
    /// - Throws: `ExitCode`, after the reason was printed, if the file cannot be read.
    func source() throws -> SecureBytes? {
        try file.map(CommandFailure.readInput)
    }
}
