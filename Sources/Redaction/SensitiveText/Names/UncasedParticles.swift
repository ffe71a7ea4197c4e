/// Particles of names in scripts without capitals: "أبو", "آل", "عبد", "בן".
enum UncasedParticles {
    /// The word behind them names a family.
    private static let beforeFamilies = WordHash.set("آل ال أبو ابو أم ام بن ابن بنت بنو بني אבו אבן בן")
    /// The word behind them makes a given name with them.
    private static let beforeGivenNames = WordHash.set("عبد")

    static func contains(_ word: WordHash) -> Bool { beforeFamilies.contains(word) || beforeGivenNames.contains(word) }

    /// What a word is behind a particle, where it is no very common one.
    static func entry(of word: NameToken, behind particle: NameToken) -> NameLexicon.Entry {
        guard word.entry.doubt < 3 else { return word.entry }
        let isGiven = beforeGivenNames.contains(particle.hash)
        return NameLexicon.Entry(
            given: isGiven ? 3 : word.entry.given,
            family: isGiven ? word.entry.family : max(word.entry.family, 2),
            doubt: 0,
            isKnown: word.entry.isKnown
        )
    }
}
