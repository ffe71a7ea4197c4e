import BoundedWork
package import PolicyLibrary
package import Redaction
import Sealing

/// The policies and pictures of the server at a time, and its demands on the policies of requests.
package struct ServerPolicies: Sendable {
    package let catalogue: Catalogue
    package let demands: Demands
    /// The catalogue as workers have it; nil in a worker.
    package var material: LoadedMaterial?

    /// The demands of an operator on all requests.
    package struct Demands: Sendable, Equatable {
        /// Whether requests only choose among the policies of the server.
        package var isExclusive: Bool
        package var minimumAssurance: MinimumAssurance
        /// Whether a request may state a phase of the app, in which some policies do not apply.
        package var takesPhases: Bool
        /// Whether a snapshot is refused if nothing would be covered.
        package var requiresCover: Bool
        /// Whether nothing may be sealed, whoever asks for it.
        package var forbidsSealing: Bool

        package init(
            isExclusive: Bool = false,
            minimumAssurance: MinimumAssurance = .obscured,
            takesPhases: Bool = true,
            requiresCover: Bool = false,
            forbidsSealing: Bool = false
        ) {
            self.isExclusive = isExclusive
            self.minimumAssurance = minimumAssurance
            self.takesPhases = takesPhases
            self.requiresCover = requiresCover
            self.forbidsSealing = forbidsSealing
        }
    }

    package init(catalogue: Catalogue, demands: Demands, material: LoadedMaterial? = nil) {
        self.catalogue = catalogue
        self.demands = demands
        self.material = material
    }

    /// The policy of a request. A 404 for an unknown name, a 403 for a policy that is not the server's, a 422 for one that
    /// cannot be carried out.
    ///
    /// - Parameters:
    ///   - reference: The name or the text of the policy; nil for the default.
    ///   - regions: The regions of the request.
    ///   - minimum: The weakest assurance that the request accepts.
    func policy(
        _ reference: PolicyReference?,
        regions: RequestedRegions?,
        demanding minimum: MinimumAssurance
    ) throws(Problem) -> Policy {
        let policy: Policy
        switch reference ?? catalogue.defaultPolicy.map(PolicyReference.named) {
        case .named(let name): policy = try self.policy(named: name)
        case .literal(let literal):
            guard !demands.isExclusive else { throw .policyNotOurs() }
            policy = literal
        case nil: throw .policyMissing()
        }
        let demand = max(minimum, demands.minimumAssurance)
        do throws(PolicyError) {
            try policy.check(hasDetector: catalogue.hasDetector)
            return try policy.covering(regions).demanding(demand)
        } catch {
            throw Problem(error)
        }
    }

    /// The policy of a check that states none. A 422 without models or a page source to look with.
    func everythingSensitive(hasHierarchy: Bool) throws(Problem) -> Policy {
        do throws(PolicyError) {
            let policy = try Policy.everythingSensitive(hasHierarchy: hasHierarchy)
            try policy.check(hasDetector: catalogue.hasDetector)
            return policy
        } catch {
            throw Problem(error)
        }
    }

    /// Refuses with a 403 pictures that would stand in for pictures of the server.
    func check(sent assets: Set<String>) throws(Problem) {
        guard demands.isExclusive, let name = assets.intersection(catalogue.assets.names).min() else { return }
        throw .assetNotYours(name)
    }

    /// Seals to the group called `name`; nil where the operator forbids it, and a 404 for a group that is not there.
    func sealer(forGroup name: String) throws(Problem) -> Sealer? {
        guard !demands.forbidsSealing else { return nil }
        guard let recipients = catalogue.recipients[name] else { throw .groupUnknown() }
        return Sealer(recipients)
    }

    /// The policy called `name`, or a 404.
    package func policy(named name: String) throws(Problem) -> Policy {
        guard let policy = catalogue.policies[name] else { throw .policyUnknown() }
        return policy
    }
}
