extension Policy {
    /// The names of all pictures that styles name, whether they have to be there or not.
    public var assetNames: Set<String> {
        Set(rules.compactMap(\.style.definition.picture?.name))
    }

    /// The policy for the pictures that are there: a style that can do without the one that it names, and has to, becomes a
    /// fill with its background.
    ///
    /// - Parameters:
    ///   - sent: Names of the pictures that come with the snapshot, each of which has to be named by a style.
    ///   - stored: Whether there is a picture of a name beside those.
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
