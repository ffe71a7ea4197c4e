import ArgumentParser
import Foundation

/// The command line of the attack.
@main
struct SnapveilAttackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapveil-attack",
        abstract: "Tries to recover secrets from redacted screenshots, and says how much comes back.",
        discussion: """
            Renders codes of digits into screenshots, has them redacted as the service would, and attacks the results: by \
            exhaustive search where a style only obscures, by counting the outputs for all codes where it erases. The report \
            is Markdown and the same on every run.

            EXIT STATUS
              0   PASS: the attacks break what is weak, and nothing comes back from what is erased
              1   FAIL, or a font is missing
            """
    )

    @Option(help: ArgumentHelp("Codes attacked for each row of the table.", valueName: "n"))
    var codes = 50

    @Flag(help: "Look at the controls, the erased styles and two rows of the table alone.")
    var quick = false

    func validate() throws {
        guard (1...10_000).contains(codes) else { throw ValidationError("--codes has to be from 1 to 10000.") }
    }

    func run() throws {
        let audit = Audit(AuditOptions(codes: codes, isQuick: quick)) { report("\($0) …") }
        let result: AuditReport
        do {
            result = try audit.run()
        } catch {
            report("\(error)")
            throw ExitCode(1)
        }
        print(result.markdown)
        if !result.passes { throw ExitCode(1) }
    }
}

private func report(_ message: String) {
    FileHandle.standardError.write(Data("snapveil-attack: \(message)\n".utf8))
}
