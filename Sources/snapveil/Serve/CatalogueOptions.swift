import ArgumentParser
import ImageCore
import PolicyLibrary
import Redaction

/// The options that say which policies and pictures a server has by name.
struct CatalogueOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Policies by name in .json, .yaml and .yml files, beside those built in. Read again at SIGHUP.",
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

    /// Where policies and pictures come from.
    func sources(
        _ environment: Environment,
        demanding minimum: MinimumAssurance,
        limits: DecodingLimits
    ) throws(InvalidSetting) -> Catalogue.Sources {
        func text(_ option: String?, _ name: String) throws(InvalidSetting) -> String? {
            let text = try environment.resolve(option, name, default: "")
            return text.isEmpty ? nil : text
        }
        var sources = Catalogue.Sources()
        let only = try text(policiesOnlyFrom, "policies-only-from")
        sources.policies = try text(policies, "policies")
        guard only == nil || sources.policies == nil else {
            throw InvalidSetting(message: "policies come from one directory: policies or policies-only-from")
        }
        sources.policies = only ?? sources.policies
        sources.hasBuiltIns = only == nil
        sources.assets = try text(assets, "assets")
        sources.defaultPolicy = try text(defaultPolicy, "default-policy")
        sources.minimumAssurance = minimum
        sources.limits = limits
        return sources
    }

    /// Whether requests only choose among the policies of the server.
    func isExclusive(_ environment: Environment) throws(InvalidSetting) -> Bool {
        try environment.resolve(policyOnly ? true : nil, "policy-only", default: false)
    }
}
