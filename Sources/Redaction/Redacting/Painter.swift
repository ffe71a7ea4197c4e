import BoundedWork
import ImageCore
import Messages
import SecureMemory

/// Paints what a plan says.
struct Painter {
    /// The pictures that came with the snapshot.
    let assets: [String: SecureBytes]
    /// Those of the server.
    let store: AssetStore
    /// What such a picture may cost.
    let limits: DecodingLimits
    /// What draws messages.
    let messages: MessageRenderer

    /// Covers all that `plan` names.
    ///
    /// - Parameters:
    ///   - plan: What to paint, made for the size of `canvas`; all assets that its styles name are there.
    ///   - canvas: The snapshot.
    ///   - work: How many threads may work at a time, and whether the result is still wanted.
    /// - Returns: Indices of the steps whose message was omitted.
    func paint(
        _ plan: Plan,
        on canvas: inout some Canvas & ~Copyable,
        _ work: WorkContext
    ) throws(RedactionError) -> Set<Int> {
        if plan.readsWhatItErases { try eraseAll(plan, on: &canvas, work) }
        let surroundings = try plan.surroundings(on: canvas, work.cancellation)
        var overlays = OverlaySource(assets: assets, store: store, limits: limits, work: work)
        let hidden = try plan.pixelsHiddenFromVeils(in: canvas.size, work.cancellation)
        var omitted: Set<Int> = []
        for (index, step) in plan.steps.enumerated() {
            guard !work.isCancelled else { throw .cancelled }
            let area = step.area
            switch step.style {
            case .fill(let effect): try canvas.paint(effect.color, over: area, work)
            case .blur(let effect): try canvas.paint(effect, over: area, work)
            case .pixelate(let effect): try canvas.paint(effect, over: area, work)
            case .veil(let sigma):
                try canvas.paint(Veil(sigma: sigma, avoiding: hidden), over: area, work)
            case .image(let style):
                let (size, space) = (area.target.size, canvas.colorSpace)
                let overlay = try overlays.overlay(style, rule: step.rule, size: size, colorSpace: space)
                try canvas.paint(overlay.effect, over: area, work)
            case .message(let style):
                let placard = try placard(style, for: step, on: canvas, surroundings, work.cancellation)
                if placard.frame == nil { omitted.insert(index) }
                try canvas.paint(placard, over: area, work)
            }
        }
        guard !work.isCancelled else { throw .cancelled }
        return omitted
    }

    /// Paints over all that is to be erased, before any rule reads it: a blur that is painted first would smear it into
    /// pixels that stay.
    private func eraseAll(
        _ plan: Plan,
        on canvas: inout some Canvas & ~Copyable,
        _ work: WorkContext
    ) throws(RedactionError) {
        for step in plan.steps where step.assurance == .erased { try canvas.paint(.black, over: step.area, work) }
    }
}
