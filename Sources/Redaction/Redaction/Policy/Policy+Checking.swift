import Hierarchy
import ImageCore
import SensitiveText

extension Policy {
    /// What a snapshot is checked for where nobody says: all sensitive text, faces and codes that looking finds, and sensitive
    /// elements where there is a hierarchy.
    ///
    /// - Parameter hasHierarchy: Whether there is a hierarchy.
    /// - Throws: Nothing: the policy is valid.
    public static func everythingSensitive(hasHierarchy: Bool) throws(PolicyError) -> Policy {
        let seen: [Target] = [
            .sight(.text(TextSight(.kinds(Set(SensitiveKind.allCases))))), .sight(.faces(FaceSight(.whole))),
            .sight(.codes),
        ]
        let named: [Target] = [.elements(.level(.sensitive)), .elements(.kinds(Set(SensitiveKind.allCases)))]
        return try Policy(rules: (hasHierarchy ? seen + named : seen).map { Rule($0, .fill(.black)) })
    }

    /// The rules that look for something, and their indices: each covers all that it finds, however little.
    ///
    /// - Throws: ``PolicyError/nothingLookedFor`` if there are none.
    func forChecking() throws(PolicyError) -> (policy: Policy, rules: [Int]) {
        let indices = rules.indices.filter { rules[$0].target.definition.countsMatches }
        guard !indices.isEmpty else { throw .nothingLookedFor }
        let policy = try Policy(
            name: name,
            unit: unit,
            rules: indices.map { index in
                let rule = rules[index]
                return Rule(
                    rule.target,
                    .fill(.black),
                    atLeast: 0,
                    minimumHeight: rule.minimumHeight,
                    unplaceable: rule.unplaceable,
                    outside: .keep
                )
            },
            keep: keep
        )
        return (policy, indices)
    }
}
