package import BoundedWork
import Detection
package import ImageCore
import StrictJSON

/// A policy that is carried out on the frames of a recording: its targets are looked for where a frame changed.
package struct FrameRedactor: Sendable {
    package let size: PixelSize
    /// The policy without its demands for matches, which hold for the recording.
    private let policy: Policy
    private let sights: Set<Sight>
    private let detector: Detector?
    let painting: Painting
    private let grid: BlockGrid
    private let scale: Double?
    private let phase: Phase?

    /// Pixels round a changed place in which it is looked, too: about the height of a line, whose beginning may lie there.
    private static let margin = 24

    /// - Parameters:
    ///   - request: The policy and its pictures; its snapshot does not matter.
    ///   - size: The size of all frames.
    ///   - grid: The blocks of the codec that wrote the recording.
    /// - Throws: ``RedactionError`` also for a policy that fits no frame, such as one that names elements.
    package init(
        _ request: RedactionRequest,
        by redactor: Redactor,
        size: PixelSize,
        grid: BlockGrid,
        work: WorkContext,
        meter: WorkMeter
    ) throws(RedactionError) {
        let policy = try mapError(request.resolvedPolicy().waivingMatches(), RedactionError.policy)
        self.policy = policy
        (self.size, self.grid) = (size, grid)
        sights = policy.applies(in: request.phase) ? Set(policy.sights.map(\.sight)) : []
        detector = redactor.detector
        painting = redactor.painting(for: request, work, meter)
        scale = request.unit?.scale ?? policy.unit.scale
        phase = request.phase
        if let pointer = policy.pointerToSight, looks, detector == nil { throw .policy(.detectorMissing(pointer)) }
        // What does not fit is refused before anything is decoded.
        do {
            _ = try plan(findings(among: SeenThings()), nil)
        } catch .policy(.coverageTooSmall) where looks {}
    }

    /// Whether targets are found by looking.
    package var looks: Bool { !sights.isEmpty }

    /// The words of the targets that are found by looking; nil if none is.
    package var lookedFor: [String]? { looks ? Set(sights.map(\.kind)).sorted() : nil }

    /// The models for ``lookedFor``, in the same order.
    package var models: [String]? { lookedFor?.compactMap { Detector.modelNames[$0] } }

    /// The tracks of a recording in which nothing was found yet.
    ///
    /// - Parameter linger: The seconds for which a finding is covered before and after.
    package func tracks(linger: Double) throws(RedactionError) -> CoverTracks {
        CoverTracks(linger: linger, size: size, nothing: try findings(among: SeenThings()))
    }

    /// Looks at changed places of a frame, and forgets what was seen there before.
    package func look(
        at frame: borrowing PixelBuffer,
        in changes: [PixelRect],
        _ things: inout SeenThings
    ) throws(RedactionError) {
        guard let detector else { return }
        let lap = painting.meter.begin(.look)
        defer { painting.meter.end(lap) }
        do {
            var budget = WorkBudget(limit: Detector.workLimit, cancellation: painting.work.cancellation)
            var looked: [PixelRect] = []
            for change in changes where !looked.contains(where: { $0.contains(change) }) {
                let area = things.whole(change.grown(by: Self.margin, in: size), of: size)
                try things.look(for: sights, in: frame, area, by: detector, painting.work, budget: &budget)
                looked.append(area)
            }
        } catch {
            throw RedactionError(looking: error)
        }
    }

    package func findings(among things: SeenThings) throws(RedactionError) -> SeenFindings {
        do {
            var budget = WorkBudget(limit: Detector.workLimit, cancellation: painting.work.cancellation)
            return try SeenFindings(sights, among: things, names: detector?.names, budget: &budget)
        } catch {
            throw RedactionError(looking: error)
        }
    }

    /// Whether each target that has a time is covered in a frame: where this does not change, nor do the findings, no plan does.
    package func timedTargets(_ shown: Range<Double>) -> [Bool] {
        policy.targets.compactMap { target, _ in
            if case .timed(let timed) = target { timed.isCovered(shown) } else { nil }
        }
    }

    /// - Parameter shown: The seconds from the first frame for which it is shown; nil for any time.
    package func plan(_ findings: SeenFindings, _ shown: Range<Double>?) throws(RedactionError) -> FramePlan {
        let lap = painting.meter.begin(.plan)
        defer { painting.meter.end(lap) }
        do {
            return FramePlan(
                try Plan(
                    policy,
                    phase: phase,
                    seen: looks ? findings : nil,
                    shown: shown,
                    scale: scale,
                    size: size,
                    grid: grid,
                    cancellation: painting.work.cancellation
                )
            )
        } catch let error as PolicyError {
            throw .policy(error)
        } catch {
            let tooMuch = PolicyError.tooMuchWork(
                JSONPointer([.name("rules")]),
                "finding the covered places takes too much work"
            )
            throw RedactionError(error as? BudgetFailure ?? .cancelled, orIfSpent: tooMuch)
        }
    }

    /// Covers a frame. After an error it may be covered in part, and must not be shown.
    package func paint(_ plan: FramePlan, on frame: consuming PixelBuffer) throws(RedactionError) -> PixelBuffer {
        var canvas = FrameCanvas(pixels: frame)
        _ = try painting.paint(plan.plan, on: &canvas)
        return canvas.pixels
    }
}

extension Policy {
    /// The indices of the rules that look for something, with the fewest matches that each demands.
    package var demandedMatches: [(rule: Int, atLeast: Int)] {
        rules.enumerated().filter { $1.target.definition.countsMatches }.map { ($0, $1.atLeast) }
    }

    fileprivate func waivingMatches() throws(PolicyError) -> Policy {
        try replacing(rules: rules.map { $0.replacing(atLeast: 0) })
    }
}

/// The pixels of a frame to paint on.
private struct FrameCanvas: ~Copyable, Canvas {
    var pixels: PixelBuffer

    var size: PixelSize { pixels.size }
    var colorSpace: ColorSpace { .sRGB }

    func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double? {
        try pixels.meanLuma(outside: hidden, cancellation: cancellation)
    }

    mutating func cover(
        _ area: PaintArea,
        with effect: borrowing some Effect & ~Copyable,
        work: WorkContext
    ) throws(WorkFailure) {
        try effect.apply(to: &pixels, in: area, work: work)
    }

    mutating func fill(_ area: PaintArea, with color: Color, work: WorkContext) throws(WorkFailure) {
        try Fill(color: color).apply(to: &pixels, in: area, work: work)
    }
}
