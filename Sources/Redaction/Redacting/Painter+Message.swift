import BoundedWork
import ImageCore
import Messages

extension Painter {
    /// The message of a step, drawn where nothing that is kept hides any of it.
    ///
    /// - Returns: A placard without a picture where the words do not fit.
    func placard(
        _ style: PixelStyle.MessageStyle,
        for step: Plan.Step,
        on canvas: borrowing some Canvas & ~Copyable,
        _ surroundings: ColorScheme,
        _ cancellation: Cancellation
    ) throws(RedactionError) -> Placard {
        let target = step.area.target
        func draw(in place: PixelRect) throws(RedactionError) -> Placard {
            do {
                return try messages.placard(
                    for: style.message,
                    in: place,
                    textSize: style.textSize,
                    isCard: target.size != canvas.size,
                    surroundings: surroundings,
                    colorSpace: canvas.colorSpace,
                    cancellation: cancellation
                )
            } catch .outOfMemory(let error) {
                throw .outOfMemory(error)
            } catch .cancelled {
                throw .cancelled
            } catch {
                throw .policy(.messageImpossible(rule: step.rule, error))
            }
        }
        let placard = try draw(in: PixelRect(target.size))
        guard let frame = placard.frame?.offset(byOriginOf: target), !step.area.paints(frame) else { return placard }
        // What is kept would cut into the words.
        let largest = step.area.parts.max { $0.size.area < $1.size.area } ?? target
        return try draw(in: largest.offset(fromOriginOf: target) ?? PixelRect(target.size))
    }
}

extension Plan {
    /// How bright it is round all that is covered, for the messages that take after it: light where nothing is left to be seen.
    /// What is covered is not looked at.
    func surroundings(
        on canvas: borrowing some Canvas & ~Copyable,
        _ cancellation: Cancellation
    ) throws(RedactionError) -> ColorScheme {
        let isAsked = steps.contains { step in
            if case .message(let style) = step.style { style.message.appearance == .automatic } else { false }
        }
        guard isAsked else { return .light }
        do {
            guard let luma = try canvas.meanLuma(outside: targets, cancellation: cancellation) else { return .light }
            return luma < 128 ? .dark : .light
        } catch {
            throw RedactionError(error)
        }
    }
}

extension PaintArea {
    /// Whether all of `rect` is painted.
    fileprivate func paints(_ rect: PixelRect) -> Bool {
        parts.compactMap { $0.intersection(rect)?.size.area }.reduce(0, +) == rect.size.area
    }
}
