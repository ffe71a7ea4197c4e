import Hierarchy
import ImageCore

extension Policy {
    /// The default policy of a check: all sensitive text, faces and codes in pixels, and sensitive elements if there is a page
    /// source. It is valid, so nothing is thrown.
    public static func everythingSensitive(hasHierarchy: Bool) throws(PolicyError) -> Policy {
        let seen: [Target] = [
            .sight(.text(TextSight(.kinds(.all)))), .sight(.faces(FaceSight(.whole))),
            .sight(.codes),
        ]
        let named: [Target] = [.elements(.level(.sensitive)), .elements(.kinds(.all))]
        return try Policy(rules: (hasHierarchy ? seen + named : seen).map { Rule($0, .fill(.black)) })
    }

    /// The rules that look for something, however little, with their indices; throws ``PolicyError/nothingLookedFor`` if there are
    /// none.
    package func forChecking() throws(PolicyError) -> (policy: Policy, rules: [Int]) {
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
