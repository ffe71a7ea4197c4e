package import ImageCore

/// A policy resolved against one frame of a recording.
package struct FramePlan: Sendable {
    let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    /// The rectangles that are painted; they may overlap.
    package var parts: [PixelRect] { plan.steps.flatMap(\.area.parts) }

    /// The rectangles whose pixels are read to paint.
    package var reads: [PixelRect] {
        let brushes = plan.steps.map(\.brush)
        guard !brushes.contains(where: { $0.readsSurroundings || $0.readsBrightness }) else {
            return [PixelRect(plan.size)]
        }
        return plan.steps.filter { !$0.brush.isFlat }.map(\.area.target)
    }

    /// The covers, each once.
    package var covers: Set<FrameCover> { Set(plan.steps.flatMap(FrameCover.covers)) }

    /// Sentences on the plan as a whole, but for ``unreadCount``.
    package var warnings: [String] { plan.ownWarnings }

    /// Lines of text that could not be read and are not covered.
    package var unreadCount: Int { plan.unreadCount }

    /// A sentence on the most unreadable lines of a frame; nil for none.
    package static func warning(ofUnread count: Int) -> String? { Plan.warning(ofUnread: count) }
}

/// A rectangle that is covered in some frames, as a receipt tells of it.
package struct FrameCover: Sendable, Hashable {
    /// Index of the rule in the policy.
    package let rule: Int
    package let target: String
    package let rect: PixelRect
    /// Nil for a rectangle.
    package let shape: String?
    package let style: String
    package let found: String?
    package let kind: String?
    package let score: Double?
    package let reason: FindingReason?
    package let assurance: Assurance
    package let warning: String?

    fileprivate static func covers(_ step: Plan.Step) -> [FrameCover] {
        step.rects.map { rect in
            FrameCover(
                rule: step.rule,
                target: step.target,
                rect: rect,
                shape: step.isWholeOutline ? step.outline : nil,
                style: step.style,
                found: step.finding?.source.rawValue,
                kind: step.cause?.kind,
                score: step.cause?.toldScore,
                reason: step.cause?.reason,
                assurance: step.assurance,
                warning: step.warning
            )
        }
    }
}
