import ArgumentParser
import SnapveilService

/// The options with which an operator bounds what a request can get out of the policies.
struct DemandOptions: ParsableArguments {
    @Flag(help: "Refuse a snapshot of which nothing would be covered.")
    var requireCovered = false
    @Flag(help: "Refuse requests that send a phase, by which a policy may not apply.")
    var noPhases = false

    /// Puts them into `settings`.
    func apply(
        to settings: inout SnapveilService.Configuration,
        _ environment: Environment
    ) throws(InvalidSetting) {
        settings.requiresCover =
            try environment.resolve(requireCovered ? true : nil, "require-covered", default: false)
        settings.takesPhases = try !environment.resolve(noPhases ? true : nil, "no-phases", default: false)
    }
}
