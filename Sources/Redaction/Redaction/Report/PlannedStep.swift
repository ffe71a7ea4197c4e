import ImageCore

/// One rectangle that a rule covers, before kept targets are cut out: a preview while writing rules.
public struct PlannedStep: Sendable, Equatable, Codable {
    /// Index of the rule in the policy, from 0.
    public let rule: Int
    /// The word for the rule's target: `screen`, `region`, `ellipse`, `polygon`, `element`, `elements`.
    public let target: String
    /// The covered element; nil for other targets, and for parts of the screen outside the page source.
    public let matched: Receipt.Element?
    /// A finding in pixels: `text`, `face` or `code`; nil for other targets.
    public let found: String?
    /// The kind of the finding; nil if not known.
    public let kind: String?
    /// The confidence of the detector, 0 to 1; nil if not known.
    public let score: Double?
    /// The evidence for a finding or an element; nil where the policy states the place.
    public let reason: FindingReason?
    /// True for a part of the screen outside the page source, such as the surroundings of a dialog; else nil.
    public let outside: Bool?
    /// The place in pixels, grown to the blocks of a JPEG.
    public let rect: Receipt.Rect
    /// The outline within ``rect``: `rounded`, `ellipse`, `polygon`; nil for all of it.
    public let shape: String?
    /// The word for the rule's style: one of `Style.kinds`.
    public let style: String
    /// The promise of the style: whether the picture still depends on covered pixels.
    public let assurance: Assurance

    init(_ step: Plan.Step, of plan: ResolvedPlan) {
        rule = step.rule
        target = step.target
        matched = plan.element(of: step)
        found = step.finding?.source.rawValue
        kind = step.cause?.kind
        score = step.cause?.toldScore
        reason = step.cause?.reason
        outside = step.isOutside ? true : nil
        rect = Receipt.Rect(step.area.target)
        shape = step.outline
        style = step.style
        assurance = step.assurance
    }
}
