import ImageCore

/// One rectangle that a rule covers, before what is kept is cut out of it: for whoever tries a policy.
public struct PlannedStep: Sendable, Equatable, Codable {
    /// Index of the rule in its policy.
    public let rule: Int
    /// The word for the rule's target.
    public let target: String
    /// What is covered, if the target names elements.
    public let matched: Receipt.Element?
    /// True for a part of the screen that the hierarchy is not about; nil for all else.
    public let outside: Bool?
    /// Where, in pixels, grown to the blocks of a JPEG.
    public let rect: Receipt.Rect
    /// The outline of what is covered within `rect`, where that is not all of it: `rounded`, `ellipse`, `polygon`.
    public let shape: String?
    /// The style.
    public let style: String
    /// What the style promises.
    public let assurance: Assurance

    init(_ step: Plan.Step, hierarchy: RedactedHierarchy?) {
        rule = step.rule
        target = step.target
        matched = step.element.flatMap { hierarchy?.element(at: $0) }
        outside = step.isOutside ? true : nil
        rect = Receipt.Rect(step.area.target)
        shape = step.outline
        style = step.style
        assurance = step.assurance
    }
}
