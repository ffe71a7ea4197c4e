import BoundedWork
import Detection
import Hierarchy
import ImageCore

/// A plan with what it was resolved from, of which receipts, check reports and previews are made.
struct ResolvedPlan {
    /// The policy that was resolved.
    let policy: Policy
    /// What the app was doing, if the request said so.
    let phase: Phase?
    /// The size and the format of the snapshot.
    let snapshot: Receipt.Snapshot
    /// Whether the pixels of the snapshot are known to decode; false if only the structure of its file was checked.
    let hasVerifiedPixels: Bool
    /// The hierarchy without what covered elements say; nil if none was sent.
    let hierarchy: RedactedHierarchy?
    private let plan: Plan

    /// Takes what covered elements say out of the hierarchy.
    init(_ plan: Plan, for snapshot: borrowing Snapshot, of request: OpenedRequest) throws(RedactionError) {
        let properties = snapshot.properties
        request.meter.note(size: properties.size)
        self.plan = plan
        policy = request.policy
        phase = request.phase
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

    /// What is painted, in the order of painting.
    var steps: [Plan.Step] { plan.steps }

    /// How many things each rule found that counts them; nil if there is no such rule.
    var matches: [Receipt.Matches]? {
        plan.matches.isEmpty ? nil : plan.matches.map { Receipt.Matches(rule: $0.rule, count: $0.count) }
    }

    /// What was looked for in the picture, in the words of targets; nil if nothing was.
    var lookedFor: [String]? { plan.lookedFor.isEmpty ? nil : plan.lookedFor }

    /// The models that it was looked for with, in the same order; nil if nothing was looked for.
    var models: [String]? { lookedFor?.compactMap { Detector.modelNames[$0] } }

    /// What has to be known before the picture is relied on, as sentences; nil if there is nothing.
    var warnings: [String]? { plan.warnings.isEmpty ? nil : plan.warnings }

    /// The element that a step covers, as a receipt names it; nil if it covers none.
    func element(of step: Plan.Step) -> Receipt.Element? {
        step.element.flatMap { hierarchy?.element(at: $0) }
    }
}
