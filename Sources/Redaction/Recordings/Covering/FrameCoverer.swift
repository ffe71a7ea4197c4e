import BoundedWork
import ImageCore
import Redaction
import SecureMemory

/// Covers frames by their plans. Frames and plans that repeat themselves are painted once.
struct FrameCoverer: ~Copyable {
    private let layout: VideoFrameLayout
    private let frames: FrameRedactor
    private var pixels: PixelBuffer?
    private var last: (plan: Int, output: Frame)?

    init(_ layout: VideoFrameLayout, _ frames: FrameRedactor) {
        (self.layout, self.frames) = (layout, frames)
    }

    /// The covered frame.
    mutating func covered(_ planned: PlannedFrame) throws(RecordingError) -> Frame {
        try mapError(output(planned), RecordingError.redaction)
    }

    private mutating func output(_ planned: PlannedFrame) throws(RedactionError) -> Frame {
        let (frame, plan, number) = (planned.frame, planned.plan, planned.number)
        if planned.isSame, let last, last.plan == number { return last.output }
        let parts = plan.parts
        guard !parts.isEmpty else {
            last = nil
            return frame
        }
        let output: Frame
        do {
            output = try frame.copied()
            try paint(parts, of: output, by: plan)
        } catch let error as OutOfMemory {
            throw .outOfMemory(error)
        } catch let error as RedactionError {
            throw error
        } catch {
            throw .cancelled
        }
        last = (number, output)
        return output
    }

    private mutating func paint(_ parts: [PixelRect], of frame: Frame, by plan: FramePlan) throws {
        var canvas =
            try pixels.take() ?? PixelBuffer(layout.size, format: layout.pixelFormat, filledWith: .black)
        // A sample of chroma may stand for pixels beside a part.
        let edges = parts.filter { !layout.hasWholeChroma($0) }.map { $0.grown(by: 1, in: layout.size) }
        for place in plan.reads + edges { layout.read(place, of: frame.bytes, into: &canvas) }
        let painted = try frames.paint(plan, on: canvas)
        for part in parts { layout.write(part, of: painted, into: frame.mutableBytes) }
        pixels = consume painted
    }
}
