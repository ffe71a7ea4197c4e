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
        var steps = StepPainting(
            plan,
            by: self,
            brightness: try plan.brightness(of: canvas, work.cancellation),
            hidden: try plan.hiddenPixels(work.cancellation)
        )
        for index in plan.steps.indices { try steps.paint(index, on: &canvas) }
        guard !work.isCancelled else { throw .cancelled }
        return steps.omitted
    }

    /// Paints all erased areas before any rule reads them: an earlier blur would smear them into pixels that stay.
    private func eraseAll(_ plan: Plan, on canvas: inout some Canvas & ~Copyable) throws(RedactionError) {
        for step in plan.steps where step.assurance == .erased { try canvas.paint(.black, over: step.area, work) }
    }
}

/// The painting of the steps of a plan, one by one.
struct StepPainting {
    private let plan: Plan
    private let painting: Painting
    private var context: PaintContext
    private var start = ContinuousClock.now
    /// Indices of painted steps whose words did not fit.
    private(set) var omitted: Set<Int> = []

    /// - Parameters:
    ///   - brightness: As of ``PaintContext``.
    ///   - hidden: As of ``PaintContext``.
    init(_ plan: Plan, by painting: Painting, brightness: ColorScheme = .light, hidden: PixelSet? = nil) {
        self.plan = plan
        self.painting = painting
        context = PaintContext(
            overlays: OverlaySource(
                assets: painting.assets,
                store: painting.store,
                limits: painting.limits,
                work: painting.work
            ),
            messages: painting.messages,
            brightness: brightness,
            hidden: hidden,
            work: painting.work
        )
        context.later = plan.targets[...]
    }

    /// Paints a step. After an error the canvas may be painted in part, and must not be shown. Brushes that read round their target
    /// want the steps in the order of the plan.
    mutating func paint(_ index: Int, on canvas: inout some Canvas & ~Copyable) throws(RedactionError) {
        guard !painting.work.isCancelled else { throw .cancelled }
        let step = plan.steps[index]
        context.rule = step.rule
        context.later = context.later.dropFirst(step.targets.count)
        if try !step.brush.paint(step.area, on: &canvas, &context) { omitted.insert(index) }
        start = painting.meter.note(style: step.style, since: start)
    }

    /// Notes that time went by without painting.
    mutating func resume() {
        start = .now
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
