/// Steps of work that each go through the same stages, which work side by side: a stage takes one step at a time, in their order,
/// after the stage before it.
///
/// ```swift
/// try work.perform(Pipeline(stepCount: 100, stageCount: 2, lead: 4)) { piece in
///     try piece.stage == 0 ? read(piece.step) : write(piece.step)
/// }
/// ```
package struct Pipeline: Schedule {
    package struct Piece: Sendable, Hashable {
        /// The place of the stage, from 0.
        package let stage: Int
        /// The place of the step, from 0.
        package let step: Int
    }

    private struct Stage {
        var begunCount = 0
        var endedCount = 0
        var begin = ContinuousClock.now
        var time = Duration.zero

        var isWorking: Bool { begunCount > endedCount }
        /// The time of a step so far.
        var stepTime: Duration { time / max(endedCount, 1) }
    }

    private let stepCount: Int
    private let lead: Int
    private var stages: [Stage]

    /// Stages that are to be done for `stepCount` steps, each at most `lead` steps, 1 or more, ahead of the next one.
    package init(stepCount: Int, stageCount: Int, lead: Int) {
        self.stepCount = stepCount
        self.lead = lead
        stages = Array(repeating: Stage(), count: stageCount)
    }

    /// Of what can be done, that of the slowest stage, which all others wait for in the end, or else that of the last one: so a
    /// thread mostly goes on with what it has just worked on.
    package mutating func next() -> Piece? {
        let ready = stages.indices.filter { !stages[$0].isWorking && stages[$0].begunCount < limit(of: $0) }
        let slowest = stages.indices.max { stages[$0].stepTime < stages[$1].stepTime }
        guard let stage = ready.first(where: { $0 == slowest }) ?? ready.last else { return nil }
        stages[stage].begin = .now
        stages[stage].begunCount += 1
        return Piece(stage: stage, step: stages[stage].endedCount)
    }

    /// The number of first steps that a stage may begin by now.
    private func limit(of stage: Int) -> Int {
        let known = stage == 0 ? stepCount : stages[stage - 1].endedCount
        return stage == stages.count - 1 ? known : min(known, stages[stage + 1].endedCount + lead)
    }

    package mutating func note(_: Void, of piece: Piece) {
        stages[piece.stage].time += .now - stages[piece.stage].begin
        stages[piece.stage].endedCount += 1
    }
}
