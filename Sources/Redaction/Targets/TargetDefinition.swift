import BoundedWork
import ImageCore
import StrictJSON

/// What a target says of itself: one type a target.
protocol TargetDefinition: Sendable, Hashable {
    /// The word for it in policies and in receipts.
    var kind: String { get }
    /// What it is found by.
    var evidence: Set<Evidence.Kind> { get }
    /// How many matches there have to be where a rule does not say.
    var leastMatches: Int { get }
    /// Whether a receipt counts its matches.
    var countsMatches: Bool { get }
    /// Whether a hierarchy that is about a part of the screen leaves open what the target would cover elsewhere.
    var mayLieOutside: Bool { get }
    /// Whether it states lengths in the units of the policy.
    var statesLengths: Bool { get }

    /// What may be covered, in order.
    func candidates(given evidence: Evidence, at pointer: JSONPointer) throws -> [TargetCandidate]

    /// What covers one of them.
    ///
    /// - Parameters:
    ///   - candidate: One of ``candidates(given:at:)``.
    ///   - demand: What the rule says besides its target and its style.
    ///   - evidence: What the target is found by.
    ///   - budget: Pays for visits of elements and of the edges of shapes.
    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover

    /// What stays as it is where the target is kept: pixels that lie in it whole, and in which nothing from outside it shows.
    func kept(
        given evidence: Evidence,
        at pointer: JSONPointer,
        budget: inout WorkBudget
    ) throws -> [PixelShape]

    /// Writes a word, or an object with one member.
    func write(to encoder: any Encoder) throws
}

extension TargetDefinition {
    var evidence: Set<Evidence.Kind> { [.size] }
    var leastMatches: Int { 0 }
    var countsMatches: Bool { false }
    var mayLieOutside: Bool { false }
    var statesLengths: Bool { false }

    /// One thing, which is not an element.
    func candidates(given evidence: Evidence, at pointer: JSONPointer) throws -> [TargetCandidate] {
        [TargetCandidate()]
    }
}

/// One thing that a target may cover.
struct TargetCandidate {
    /// Index of the element of the hierarchy; nil if it is none.
    var element: Int?
    /// What follows the last element that it holds.
    var end = 0
}

/// What covers one thing.
struct TargetCover {
    /// The pixels, in the order of painting.
    var shapes: [PixelShape] = []
    /// The name of their outline; nil for rectangles.
    var outline: String?
    /// What is to be known beyond what is covered, as a sentence.
    var warning: String?
}

/// What a rule demands of its target.
struct TargetDemand {
    /// Index of the rule in its policy.
    let rule: Int
    /// How far to cover beyond the target on each side, in the units of the policy.
    let padding: Double
    /// Whether an element that cannot be placed is passed over.
    let skipsUnplaceable: Bool

    /// The place of the target, for errors.
    var pointer: JSONPointer { .rule(rule, "target") }
}
