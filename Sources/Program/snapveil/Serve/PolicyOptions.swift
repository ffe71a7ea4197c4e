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
    var policies = ServerSetting(\.sources.policies)
    @Option(help: ArgumentHelp("As --policies, without those built in.", valueName: "directory"))
    var policiesOnlyFrom = ServerSetting(\.policiesOnlyFrom)
    @Option(
        help: ArgumentHelp(
            "PNG and JPEG files that policies cover with, by their names. Read again at SIGHUP.",
            valueName: "directory"
        )
    )
    var assets = ServerSetting(\.sources.assets)
    @Option(
        help: ArgumentHelp(
            "Files of age1… keys, by whose names requests have covered pixels sealed to them. Read again at SIGHUP.",
            valueName: "directory"
        )
    )
    var recipients = ServerSetting(\.sources.recipients)
    @Option(help: ArgumentHelp("The policy for requests that bring none.", valueName: "name"))
    var defaultPolicy = ServerSetting(\.sources.defaultPolicy)
    @Flag(help: "Refuse policies of requests, and all that could weaken the server's own.")
    var policyOnly = false
    @Option(
        help: ArgumentHelp(
            "erased refuses policies that only obscure; a request can raise it, not lower it.",
            valueName: "assurance"
        )
    )
    var minimumAssurance = ServerSetting(\.service.minimumAssurance)
    @Flag(help: "Refuse a snapshot if nothing of it would be covered.")
    var requireCovered = false
    @Flag(help: "Refuse requests that send a phase, by which a policy may not apply.")
    var noPhases = false
    @Flag(help: "Seal nothing, whatever a request asks for; receipts say so.")
    var noSeal = false

    func readFlags(
        _ reader: inout SettingReader,
        into service: inout SnapveilService.Configuration
    ) throws(InvalidSetting) {
        service.policyOnly = try reader.flag(policyOnly, CodingKeys.policyOnly)
        service.requiresCover = try reader.flag(requireCovered, CodingKeys.requireCovered)
        service.takesPhases = try !reader.flag(noPhases, CodingKeys.noPhases)
        service.forbidsSealing = try reader.flag(noSeal, CodingKeys.noSeal)
    }
}

extension MinimumAssurance: ExpressibleByArgument {}
