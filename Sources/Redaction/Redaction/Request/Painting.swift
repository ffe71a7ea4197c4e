import BoundedWork
import ImageCore
import Messages
import SecureMemory

/// The means by which plans are painted.
struct Painting: Sendable {
    /// PNG and JPEG files by the names that styles use.
    let assets: [String: SecureBytes]
    /// Serves the names that ``assets`` lacks.
    let store: AssetStore
    /// Bounds on the size of an asset.
    let limits: DecodingLimits
    let messages: MessageRenderer
    let work: WorkContext
    let meter: WorkMeter

    /// Paints all steps of `plan`, in order, and returns the indices of those whose words did not fit. After an error the canvas
    /// may be painted in part, and must not be shown.
    func paint(_ plan: Plan, on canvas: inout some Canvas & ~Copyable) throws(RedactionError) -> Set<Int> {
        let lap = meter.begin(.paint)
        defer { meter.end(lap) }
        if plan.readsWhatItErases { try eraseAll(plan, on: &canvas) }
        var context = PaintContext(
            overlays: OverlaySource(assets: assets, store: store, limits: limits, work: work),
            messages: messages,
            brightness: try plan.brightness(of: canvas, work.cancellation),
            hidden: try plan.hiddenPixels(work.cancellation),
            work: work
        )
        context.later = plan.targets[...]
        var omitted: Set<Int> = []
        var start = ContinuousClock.now
        for (index, step) in plan.steps.enumerated() {
            guard !work.isCancelled else { throw .cancelled }
            context.rule = step.rule
            context.later = context.later.dropFirst(step.targets.count)
            if try !step.brush.paint(step.area, on: &canvas, &context) { omitted.insert(index) }
            start = meter.note(style: step.style, since: start)
        }
        guard !work.isCancelled else { throw .cancelled }
        return omitted
    }

    /// Paints all erased areas before any rule reads them: an earlier blur would smear them into pixels that stay.
    private func eraseAll(_ plan: Plan, on canvas: inout some Canvas & ~Copyable) throws(RedactionError) {
        for step in plan.steps where step.assurance == .erased { try canvas.paint(.black, over: step.area, work) }
    }
}

extension Plan {
    /// The brightness of the snapshot beside its covers; light if no brush asks or nothing is left to be seen.
    fileprivate func brightness(
        of canvas: borrowing some Canvas & ~Copyable,
        _ cancellation: Cancellation
    ) throws(RedactionError) -> ColorScheme {
        guard steps.contains(where: \.brush.readsBrightness) else { return .light }
        let luma: Double?
        do {
            luma = try canvas.meanLuma(outside: targets, cancellation: cancellation)
        } catch {
            throw RedactionError(error)
        }
        return luma.map { $0 < 128 } ?? false ? .dark : .light
    }
}
