import BoundedWork
import Detection
import Hierarchy
import ImageCore

/// A plan with its origins, the source of receipts, check reports and previews.
struct ResolvedPlan {
    let policy: Policy
    /// Nil if the request did not say.
    let phase: Phase?
    let snapshot: Receipt.Snapshot
    /// False if only the structure of the file was checked.
    let hasVerifiedPixels: Bool
    /// Nil if no page source was sent.
    let hierarchy: RedactedHierarchy?
    /// Nil where nobody asks to seal the covered pixels and nobody forbids it.
    let sealed: SealingFate?
    private let plan: Plan

    init(_ plan: Plan, for snapshot: borrowing Snapshot, of request: OpenedRequest) throws(RedactionError) {
        let properties = snapshot.properties
        request.meter.note(size: properties.size)
        self.plan = plan
        policy = request.policy
        phase = request.phase
        sealed = request.sealed
        self.snapshot = Receipt.Snapshot(
            width: properties.size.width,
            height: properties.size.height,
            format: properties.format
        )
        hasVerifiedPixels = properties.hasVerifiedPixels
        hierarchy = try request.elements.map { (elements) throws(RedactionError) in
            try RedactedHierarchy(elements, request.policy, plan, request.work.cancellation)
        }
    }

    var steps: [Plan.Step] { plan.steps }

    var seenText: SeenText { SeenText(plan) }

    /// Nil if no rule counts matches.
    var matches: [Receipt.Matches]? {
        plan.matches.isEmpty ? nil : plan.matches.map { Receipt.Matches(rule: $0.rule, count: $0.count) }
    }

    /// The words of targets; nil if nothing was looked for in the pixels.
    var lookedFor: [String]? { plan.lookedFor.isEmpty ? nil : plan.lookedFor }

    /// The models for ``lookedFor``, in the same order.
    var models: [String]? { lookedFor?.compactMap { Detector.modelNames[$0] } }

    /// Sentences; nil if there are none.
    var warnings: [String]? { plan.warnings.isEmpty ? nil : plan.warnings }

    /// Nil if the step covers no element.
    func element(of step: Plan.Step) -> Receipt.Element? {
        step.element.flatMap { hierarchy?.element(at: $0) }
    }
}
