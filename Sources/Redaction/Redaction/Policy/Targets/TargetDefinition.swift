import BoundedWork
import ImageCore
import StrictJSON

/// One target: its form, its evidence and its cover. Each target is one type that conforms.
protocol TargetDefinition: Sendable, Hashable {
    /// The word in policies and receipts.
    var kind: String { get }
    /// The evidence that finds the target; by default the size of the snapshot.
    var evidence: Set<Evidence.Kind> { get }
    /// The fewest matches where a rule does not say; by default 0.
    var leastMatches: Int { get }
    /// False by default.
    var countsMatches: Bool { get }
    /// Whether the target could cover something outside the page source. False by default.
    var mayLieOutside: Bool { get }
    /// False by default.
    var statesLengths: Bool { get }

    /// The candidates in the order of painting, by default one that is no element. A missing page source is an error at `pointer`,
    /// the place of the target.
    func candidates(given evidence: Evidence, at pointer: JSONPointer) throws -> [TargetCandidate]

    /// The cover of one of the candidates; `budget` pays for visits of elements and of the edges of shapes.
    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover

    /// The pixels that stay where the target is kept: wholly in it, with nothing from outside it showing in them. Errors name
    /// `pointer`; `budget` pays as for a cover.
    func kept(
        given evidence: Evidence,
        at pointer: JSONPointer,
        budget: inout WorkBudget
    ) throws -> [PixelShape]

    func write(to encoder: any Encoder) throws
}

extension TargetDefinition {
    var evidence: Set<Evidence.Kind> { [.size] }
    var leastMatches: Int { 0 }
    var countsMatches: Bool { false }
    var mayLieOutside: Bool { false }
    var statesLengths: Bool { false }

    func candidates(given evidence: Evidence, at pointer: JSONPointer) throws -> [TargetCandidate] {
        [TargetCandidate()]
    }
}

/// A thing that a target may cover.
struct TargetCandidate {
    /// Nil for anything but an element.
    var element: Int?
    /// Index after the last element that it holds; 0 for anything but an element.
    var end = 0
    /// Nil for targets that are not found by looking.
    var finding: Finding?
    /// Nil for targets whose place the policy states.
    var cause: FindingCause?
}

/// The cover of one candidate, its shapes in the order of painting.
struct TargetCover {
    var shapes: [PixelShape] = []
    /// Nil for rectangles.
    var outline: String?
    /// A sentence on the cover; nil if there is none.
    var warning: String?
}

/// The demands of a rule on its target, besides its style.
struct TargetDemand {
    let rule: Int
    /// Margin in the units of the policy.
    let padding: Double
    /// Least height of a finding in the units of the policy.
    let minimumHeight: Double
    let skipsUnplaceable: Bool

    /// For errors.
    var pointer: JSONPointer { .rule(rule, "target") }
}
