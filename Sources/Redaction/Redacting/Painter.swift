import ImageCore
import SecureMemory

/// Paints what a plan says.
struct Painter {
    /// The pictures that styles name.
    let assets: [String: SecureBytes]
    /// What such a picture may cost.
    let limits: DecodingLimits

    /// Covers all that `plan` names.
    ///
    /// - Parameters:
    ///   - plan: What to paint, made for the size of `canvas`; all assets that its styles name are there.
    ///   - canvas: The snapshot.
    ///   - isCancelled: Asked before each step and at the end; true ends the work.
    func paint(
        _ plan: Plan,
        on canvas: inout some Canvas & ~Copyable,
        isCancelled: () -> Bool
    ) throws(RedactionError) {
        if plan.readsWhatItErases { try eraseAll(plan, on: &canvas) }
        var overlay: NamedOverlay?
        for step in plan.steps {
            guard !isCancelled() else { throw .cancelled }
            try paint(step, of: plan, on: &canvas, reusing: &overlay)
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
        reusing overlay: inout NamedOverlay?
    ) throws(RedactionError) {
        if case .image(let style) = step.style, overlay?.style != style {
            // Released before the next one is decoded, so that there is never more than one beside the snapshot.
            overlay = nil
            let effect = try decodeOverlay(style, rule: step.rule, colorSpace: canvas.colorSpace)
            overlay = NamedOverlay(style: style, effect: effect)
        }
        do {
            switch step.style {
            case .fill(let effect): try canvas.fill(step.area, with: effect.color)
            case .blur(let effect): try canvas.cover(step.area, with: effect)
            case .pixelate(let effect): try canvas.cover(step.area, with: effect)
            case .veil(let sigma):
                try canvas.cover(step.area, with: Veil(sigma: sigma, avoiding: plan.targets))
            case .image: try overlay?.cover(step.area, of: &canvas)
            }
        } catch {
            throw .outOfMemory(error)
        }
    }

    private func decodeOverlay(
        _ style: Style.ImageStyle,
        rule: Int,
        colorSpace: ColorSpace
    ) throws(RedactionError) -> ImageOverlay {
        guard let bytes = assets[style.asset] else { throw .policy(.assetMissing(rule: rule, name: style.asset)) }
        do {
            let content = try DecodedImage(decoding: bytes, limits: limits)
            return ImageOverlay(
                content: try content.takePixels(in: colorSpace),
                contentMode: style.contentMode,
                background: style.background
            )
        } catch .outOfMemory(let error) {
            throw .outOfMemory(error)
        } catch {
            throw .policy(.assetInvalid(name: style.asset, error))
        }
    }
}

/// The picture that the last rule covered with, kept for the next rule: regions mostly share one.
private struct NamedOverlay: ~Copyable {
    let style: Style.ImageStyle
    let effect: ImageOverlay

    func cover(_ area: PaintArea, of canvas: inout some Canvas & ~Copyable) throws(OutOfMemory) {
        try canvas.cover(area, with: effect)
    }
}
