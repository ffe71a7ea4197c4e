import ArgumentParser
import Foundation
import PolicyLibrary
import Redaction
import RedactionJobs

/// The policy of a guard.
struct GuardCoverOptions: ParsableArguments {
    @OptionGroup var options: NamedPolicyOptions
    @Option(
        help: ArgumentHelp("Assets for policies: PNG and JPEG files, by their names.", valueName: "directory")
    )
    var assets: String?
    @OptionGroup var models: ModelOptions
    @Option(help: ArgumentHelp("Pixels for each point, for a policy in points.", valueName: "n"))
    var scale = GuardSetting(\.scale)
    @Option(help: ArgumentHelp("erased refuses a policy that only obscures.", valueName: "assurance"))
    var minimumAssurance = GuardSetting(\.minimumAssurance)

    /// The policy that the option names, or else the environment.
    var named: NamedPolicyOptions {
        var named = options
        named.name = named.name ?? ProcessInfo.processInfo.environment["SNAPVEIL_POLICY"]
        return named
    }

    /// The order for every picture in a reply.
    func order(_ settings: GuardSettings) throws -> RedactionOrder {
        guard let policy = try named.policy() else {
            throw CommandFailure.usage("--policy, or SNAPVEIL_POLICY, says what is covered: name one")
        }
        let demanded: Policy
        do {
            demanded = try policy.demanding(settings.minimumAssurance)
        } catch {
            throw CommandFailure.configuration(named.message(error))
        }
        var order = RedactionOrder(policy: demanded)
        order.unit = settings.scale.map { .points(scale: $0.factor) }
        if let assets {
            do {
                order.pictures = try PictureFiles(directory: assets, needed: demanded.assetNames)
            } catch {
                throw CommandFailure.configuration("\(error)")
            }
        }
        return order
    }
}
