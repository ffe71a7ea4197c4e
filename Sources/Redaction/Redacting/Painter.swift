import ImageCore
import SecureMemory

/// Paints what a plan says.
struct Painter {
    /// The pictures that came with the snapshot.
    let assets: [String: SecureBytes]
    /// Those of the server.
    let store: AssetStore
    /// What such a picture may cost.
    let limits: DecodingLimits

    /// Covers all that `plan` names.
    ///
    /// - Parameters:
    ///   - plan: What to paint, made for the size of `canvas`; all assets that its styles name are there.
    ///   - canvas: The snapshot.
    ///   - threads: Asked before each step: how many threads may work on it at a time.
    ///   - isCancelled: Asked before each step and at the end; true ends the work.
    func paint(
        _ plan: Plan,
        on canvas: inout some Canvas & ~Copyable,
        threads: () -> Int,
        isCancelled: () -> Bool
    ) throws(RedactionError) {
        if plan.readsWhatItErases { try eraseAll(plan, on: &canvas) }
        var overlays = OverlaySource(assets: assets, store: store, limits: limits)
        for step in plan.steps {
            guard !isCancelled() else { throw .cancelled }
            try paint(step, of: plan, on: &canvas, threads: threads(), with: &overlays)
        }
        guard !isCancelled() else { throw .cancelled }
    }

    /// Paints over all that is to be erased, before any rule reads it: a blur that is painted first would smear it into
    /// pixels that stay.
    private func eraseAll(_ plan: Plan, on canvas: inout some Canvas & ~Copyable) throws(RedactionError) {
        for step in plan.steps where step.assurance == .erased {
            do {
                try canvas.fill(step.area, with: .black)
            } catch {
                throw .outOfMemory(error)
            }
        }
    }

    private func paint(
        _ step: Plan.Step,
        of plan: Plan,
        on canvas: inout some Canvas & ~Copyable,
        threads: Int,
        with overlays: inout OverlaySource
    ) throws(RedactionError) {
        let overlay = try overlay(for: step, colorSpace: canvas.colorSpace, from: &overlays)
        do {
            switch step.style {
            case .fill(let effect): try canvas.fill(step.area, with: effect.color)
            case .blur(let effect): try canvas.cover(step.area, with: effect, threads: threads)
            case .pixelate(let effect): try canvas.cover(step.area, with: effect, threads: threads)
            case .veil(let sigma):
                try canvas.cover(step.area, with: Veil(sigma: sigma, avoiding: plan.targets), threads: threads)
            case .image:
                if let overlay { try canvas.cover(step.area, with: overlay.effect, threads: threads) }
            }
        } catch {
            throw .outOfMemory(error)
        }
    }

    private func overlay(
        for step: Plan.Step,
        colorSpace: ColorSpace,
        from overlays: inout OverlaySource
    ) throws(RedactionError) -> SharedOverlay? {
        guard case .image(let style) = step.style else { return nil }
        let size = step.area.target.size
        return try overlays.overlay(style, rule: step.rule, size: size, colorSpace: colorSpace)
    }
}
