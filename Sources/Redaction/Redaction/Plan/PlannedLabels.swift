import BoundedWork
import Hierarchy
import Messages
import SecureMemory

/// The texts of the labels of a plan: a word for each thing, and numbers where a rule asks for them.
///
/// Values that are equal but for white space get equal numbers: recognised text has it where there is none, and lacks it where there
/// is some. Numbers count from 1 for each word, in the order of painting.
struct PlannedLabels {
    private struct Thing: Hashable {
        let word: String
        let value: ComparedText
    }

    private var numbers: [Thing: Int] = [:]
    /// The last number of each word.
    private var counts: [String: Int] = [:]

    /// The text for what `candidate` is, covered with `style`; nil if the style writes none.
    mutating func text(
        for candidate: TargetCandidate,
        of target: Target,
        _ style: Style,
        _ elements: PlacedElements?,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> LabelText? {
        guard case .label(let label) = style else { return nil }
        let word = Self.word(for: candidate, elements)
        // Such places are many, and of one candidate: one number would call them equal.
        if case .places = target { return LabelText(word) }
        guard label.isNumbered else { return LabelText(word) }
        let value = Self.value(of: candidate, target, elements)
        return LabelText(word, number: try number(for: word, value, budget: &budget))
    }

    private static func value(
        of candidate: TargetCandidate,
        _ target: Target,
        _ elements: PlacedElements?
    ) -> SecureBytes? {
        if let finding = candidate.finding { return finding.value }
        guard let element = candidate.element, let selector = target.selector else { return nil }
        return elements?.value(of: element, for: selector)
    }

    private static func word(for candidate: TargetCandidate, _ elements: PlacedElements?) -> String {
        let kind = candidate.cause?.kind ?? candidate.finding?.source.rawValue
        if let name = kind.flatMap(FindingName.init(kind:)) { return name.label }
        return candidate.element.flatMap { elements?.hierarchy.noun(of: $0) } ?? LabelStyle.unknown.word
    }

    private mutating func number(
        for word: String,
        _ value: SecureBytes?,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Int {
        try budget.spend(1 + (value?.count ?? 0) / Self.bytesForUnit)
        guard let value = value.flatMap(ComparedText.init) else { return next(word) }
        let thing = Thing(word: word, value: value)
        if let number = numbers[thing] { return number }
        let number = next(word)
        numbers[thing] = number
        return number
    }

    /// Bytes that are compared for one unit of the budget.
    private static let bytesForUnit = 4

    private mutating func next(_ word: String) -> Int {
        counts[word, default: 0] += 1
        return counts[word, default: 0]
    }
}
