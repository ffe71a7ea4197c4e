/// What became of an entry, or of all of an artefact that is none, and what was done to it.
struct EntryTally {
    /// The path within the artefact, as it is in the result; nil for the artefact itself.
    let name: String?
    let outcome: ArtefactReceipt.Outcome
    let tally: ContentTally

    init(name: String?, _ outcome: ArtefactReceipt.Outcome, _ tally: ContentTally) {
        (self.name, self.outcome, self.tally) = (name, outcome, tally)
    }
}
