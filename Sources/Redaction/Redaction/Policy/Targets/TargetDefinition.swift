import BoundedWork
import ImageCore
import StrictJSON

/// All that there is to know of one target: how it is read and written, what it is found by and which pixels cover it.
/// Each target is one type that conforms.
protocol TargetDefinition: Sendable, Hashable {
    /// The word for the target in policies and in receipts.
    var kind: String { get }
    /// What has to be known of a snapshot to find the target. By default, its size.
    var evidence: Set<Evidence.Kind> { get }
    /// How many matches there have to be where a rule does not say. By default 0.
    var leastMatches: Int { get }
    /// Whether a receipt counts the matches of the target. False by default.
    var countsMatches: Bool { get }
    /// Whether a hierarchy that is about a part of the screen leaves open what the target would cover elsewhere. False
    /// by default.
    var mayLieOutside: Bool { get }
    /// Whether the target states lengths in the units of the policy. False by default.
    var statesLengths: Bool { get }

    /// The things that the target may cover, in the order of painting. By default one, which is not an element.
    ///
    /// - Throws: ``PolicyError/hierarchyMissing(_:)`` with `pointer`, the place of the target, if it needs a hierarchy.
    func candidates(given evidence: Evidence, at pointer: JSONPointer) throws -> [TargetCandidate]

    /// What covers one of the candidates of the target.
    ///
    /// - Parameters:
    ///   - candidate: One of ``candidates(given:at:)``.
    ///   - demand: What the rule says besides its target and its style.
    ///   - evidence: What is known of the snapshot.
    ///   - budget: Pays for visits of elements and of the edges of shapes.
    /// - Throws: ``PolicyError`` for a target that does not fit the snapshot, `BudgetFailure` if that takes too much
    ///   work or is not wanted any more.
    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover

    /// What stays as it is where the target is kept: pixels that lie wholly in it, and in which nothing from outside it
    /// shows.
    ///
    /// - Parameters:
    ///   - evidence: What is known of the snapshot.
    ///   - pointer: The place of the target, for errors.
    ///   - budget: Pays for visits of elements and of the edges of shapes.
    /// - Throws: ``PolicyError`` for a target that does not fit the snapshot, `BudgetFailure` if that takes too much
    ///   work or is not wanted any more.
    func kept(
        given evidence: Evidence,
        at pointer: JSONPointer,
        budget: inout WorkBudget
    ) throws -> [PixelShape]

    /// Writes the target as a word, or as an object with one member.
    func write(to encoder: any Encoder) throws
}

extension TargetDefinition {
    var evidence: Set<Evidence.Kind> { [.size] }
    var leastMatches: Int { 0 }
    var countsMatches: Bool { false }
    var mayLieOutside: Bool { false }
    var statesLengths: Bool { false }

    /// One candidate, which is not an element.
    func candidates(given evidence: Evidence, at pointer: JSONPointer) throws -> [TargetCandidate] {
        [TargetCandidate()]
    }
}

/// One thing that a target may cover.
struct TargetCandidate {
    /// Index of the element in the hierarchy; nil for what is no element.
    var element: Int?
    /// Index after the last element that the element holds; 0 for what is no element.
    var end = 0
    /// What was seen; nil for what was not found by looking.
    var finding: Finding?
}

/// What covers one candidate of a target.
struct TargetCover {
    /// The pixels to cover, in the order of painting.
    var shapes: [PixelShape] = []
    /// The name of the outline of the pixels in receipts; nil for rectangles.
    var outline: String?
    /// What has to be known of the cover before it is relied on, as a sentence; nil if there is nothing.
    var warning: String?
}

/// What a rule demands of its target, besides its style.
struct TargetDemand {
    /// Index of the rule in the policy, from 0.
    let rule: Int
    /// How far to cover beyond the target on each side, in the units of the policy.
    let padding: Double
    /// How tall what is seen has to be to be covered, in the units of the policy.
    let minimumHeight: Double
    /// Whether an element that cannot be placed is passed over.
    let skipsUnplaceable: Bool

    /// The place of the target, for errors.
    var pointer: JSONPointer { .rule(rule, "target") }
}
