import ImageCore

/// One rectangle that a rule covers, before what is kept is cut out of it. It shows what the rules of a policy do while
/// you write them.
public struct PlannedStep: Sendable, Equatable, Codable {
    /// Index of the rule in the policy, from 0.
    public let rule: Int
    /// The word for the rule's target: `screen`, `region`, `ellipse`, `polygon`, `element`, `elements`.
    public let target: String
    /// The element that is covered; nil if the target names no elements, and for a part of the screen that the
    /// hierarchy is not about.
    public let matched: Receipt.Element?
    /// What was seen there: `text`, `face` or `code`; nil if the target is not found by looking.
    public let found: String?
    /// The kind of what was seen. Nil if nothing is known of it.
    public let kind: String?
    /// How sure it is that it is there, 0 to 1; nil if that is not known.
    public let score: Double?
    /// True for a part of the screen that the hierarchy is not about, such as what lies round a dialog; nil for all
    /// else.
    public let outside: Bool?
    /// The place of the rectangle in the picture, grown to the blocks of a JPEG.
    public let rect: Receipt.Rect
    /// The outline of what is covered within ``rect``, where that is not all of it: `rounded`, `ellipse`, `polygon`.
    /// Nil if all of it is.
    public let shape: String?
    /// The word for the rule's style: one of `Style.kinds`.
    public let style: String
    /// What the style promises: whether the picture still depends on the pixels that are covered.
    public let assurance: Assurance

    /// A step of `plan`.
    init(_ step: Plan.Step, of plan: ResolvedPlan) {
        rule = step.rule
        target = step.target
        matched = plan.element(of: step)
        found = step.finding?.source.rawValue
        kind = step.finding?.kind
        score = step.finding?.toldScore
        outside = step.isOutside ? true : nil
        rect = Receipt.Rect(step.area.target)
        shape = step.outline
        style = step.style
        assurance = step.assurance
    }
}
