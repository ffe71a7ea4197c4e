import ArgumentParser
import Foundation
import PolicyLibrary
import Redaction
import SnapveilService

/// The option that says what pictures are looked at with.
struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Models to find text, faces and codes in pictures with. (default: SNAPVEIL_MODELS, else those that came with the \
            program, if any)
            """,
            valueName: "directory"
        )
    )
    var models: String?

    /// Reads this setting into `settings`, whose longest body and connections are set. Where none is named, models that came with
    /// the program are left out if there is too little memory to look at pictures.
    func apply(
        _ reader: inout SettingReader,
        to settings: inout SnapveilService.Configuration
    ) throws(InvalidSetting) {
        if let named = try reader.text(models, CodingKeys.models) {
            settings.models = ModelsDirectory.absolute(named)
        } else if MemoryPlan(byteCount: HostLimits.memoryByteCount).canLook(settings) {
            settings.models = ModelsDirectory.ofProgram
        }
    }

    /// The directory of models for a command: the one that the option, or else the environment, names, or else the one that came
    /// with the program; nil if there is none.
    var directory: String? {
        let named = models ?? ProcessInfo.processInfo.environment["SNAPVEIL_MODELS"] ?? ""
        return named.isEmpty ? ModelsDirectory.ofProgram : ModelsDirectory.absolute(named)
    }

    /// The directory of models that `policy` needs; nil if it needs none.
    ///
    /// - Parameters:
    ///   - policy: What looks at pictures, or does not.
    ///   - options: Where it comes from, for what is said if it cannot be.
    /// - Throws: `ExitCode`, after the reason was printed, if there is none.
    func directory(for policy: Policy, of options: NamedPolicyOptions) throws -> String? {
        guard policy.pointerToSight != nil else { return nil }
        let directory = directory
        do {
            try policy.check(hasDetector: directory != nil)
        } catch {
            throw CommandFailure.configuration(options.message(error))
        }
        return directory
    }
}
