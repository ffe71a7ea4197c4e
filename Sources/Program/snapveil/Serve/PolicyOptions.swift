public import ArgumentParser
import PolicyLibrary
public import Redaction
import SnapveilService

struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Policies by name in .json, .yaml and .yml files, besides those built in. Read again at SIGHUP.",
            valueName: "directory"
        )
    )
    var policies: String?
    @Option(help: ArgumentHelp("As --policies, without those built in.", valueName: "directory"))
    var policiesOnlyFrom: String?
    @Option(
        help: ArgumentHelp(
            "PNG and JPEG files that policies cover with, by their names. Read again at SIGHUP.",
            valueName: "directory"
        )
    )
    var assets: String?
    @Option(help: ArgumentHelp("The policy for requests that bring none.", valueName: "name"))
    var defaultPolicy: String?
    @Flag(help: "Refuse policies of requests, and all that could weaken the server's own.")
    var policyOnly = false
    @Option(
        help: .setting(
            "erased refuses policies that only obscure; a request can raise it, not lower it.",
            "assurance",
            default: \.minimumAssurance
        )
    )
    var minimumAssurance: MinimumAssurance?
    @Flag(help: "Refuse a snapshot of which nothing would be covered.")
    var requireCovered = false
    @Flag(help: "Refuse requests that send a phase, by which a policy may not apply.")
    var noPhases = false

    func apply(
        _ reader: inout SettingReader,
        to settings: inout SnapveilService.Configuration
    ) throws(InvalidSetting) {
        settings.policyOnly = try reader.flag(policyOnly, CodingKeys.policyOnly)
        try reader.read(minimumAssurance, CodingKeys.minimumAssurance, into: &settings.minimumAssurance)
        settings.requiresCover = try reader.flag(requireCovered, CodingKeys.requireCovered)
        settings.takesPhases = try !reader.flag(noPhases, CodingKeys.noPhases)
    }

    /// The sources of policies and pictures, for a server of these settings.
    func sources(
        _ reader: inout SettingReader,
        for settings: SnapveilService.Configuration
    ) throws(InvalidSetting) -> Catalogue.Sources {
        var sources = Catalogue.Sources()
        let beside = try reader.text(policies, CodingKeys.policies)
        let only = try reader.text(policiesOnlyFrom, CodingKeys.policiesOnlyFrom)
        guard only == nil || beside == nil else {
            throw InvalidSetting(message: "policies come from one directory: policies or policies-only-from")
        }
        sources.policies = only ?? beside
        sources.hasBuiltIns = only == nil
        sources.assets = try reader.text(assets, CodingKeys.assets)
        sources.defaultPolicy = try reader.text(defaultPolicy, CodingKeys.defaultPolicy)
        sources.minimumAssurance = settings.minimumAssurance
        sources.hasDetector = settings.models != nil
        sources.limits = settings.limits
        return sources
    }
}

extension MinimumAssurance: ExpressibleByArgument {}
