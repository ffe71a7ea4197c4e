import Foundation

/// Our command, `snapveil redact`, which is started for a folder and ends with it.
struct CommandContender {
    /// The path of `snapveil`.
    let program: String

    /// Covers the files of `folder`. The time is by the clock on the wall, for the workers are none of our children.
    func entrant(on folder: Folder) -> Entrant {
        Entrant(contender: .command, setting: "", isTimed: true) { wantsFile in
            let began = ContinuousClock.now
            try run(on: folder)
            let milliseconds = (ContinuousClock.now - began) / .milliseconds(1)
            return Run(milliseconds: milliseconds, file: wantsFile ? try folder.result() : nil)
        }
    }

    private func run(on folder: Folder) throws {
        let command = Process()
        command.executableURL = URL(filePath: program)
        let regions = folder.regions.flatMap { ["--region", "\($0.0),\($0.1),\($0.2),\($0.3)"] }
        command.arguments =
            ["redact", folder.path, "--style", "fill", "--color", "#000"] + regions
            + ["--output-directory", folder.output]
        try command.run()
        command.waitUntilExit()
        guard command.terminationStatus == 0 else {
            throw ContenderError("snapveil redact ended with \(command.terminationStatus)")
        }
    }
}
