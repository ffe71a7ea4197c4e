extension Policy {
    /// The names of all pictures that styles cover with, whether they have to be there or not.
    public var assetNames: Set<String> {
        Set(rules.compactMap(\.style.definition.picture?.name))
    }

    /// The policy for the pictures that are there: a style whose picture is missing becomes a fill with its background,
    /// if it can do without the picture.
    ///
    /// - Parameters:
    ///   - sent: Names of the pictures that come with the snapshot, each of which has to be named by a style.
    ///   - stored: Whether the server has a picture of a name.
    /// - Throws: ``PolicyError/assetMissing(rule:name:)`` or ``PolicyError/assetUnused(name:)``.
    func resolvingAssets(sent: Set<String>, stored: (String) -> Bool) throws(PolicyError) -> Policy {
        if let name = sent.subtracting(assetNames).min() { throw .assetUnused(name: name) }
        var rules = rules
        for (index, rule) in rules.enumerated() {
            guard let picture = rule.style.definition.picture, !sent.contains(picture.name), !stored(picture.name)
            else { continue }
            guard let substitute = picture.substitute else { throw .assetMissing(rule: index, name: picture.name) }
            rules[index] = rule.replacing(style: substitute)
        }
        return try replacing(rules: rules)
    }
}
