import Foundation
import Synchronization
import Testing

@testable import BoundedWork

@Suite("Steps go through the stages of a pipeline")
struct PipelineTests {
    @Test("each once, in their order, after the stage before and not too far ahead", arguments: [1, 2, 4], [1, 3, 40])
    func order(threads: Int, lead: Int) {
        let (stepCount, stageCount) = (40, 3)
        let pipeline = Pipeline(stepCount: stepCount, stageCount: stageCount, lead: lead)
        let ended = Mutex([Int](repeating: 0, count: stageCount))
        let working = Mutex<Set<Int>>([])
        WorkContext(threads: { threads }).perform(pipeline) { piece in
            let isAlone = working.withLock { $0.insert(piece.stage).inserted }
            let counts = ended.withLock(\.self)
            #expect(isAlone && counts[piece.stage] == piece.step)
            #expect(piece.stage == 0 || counts[piece.stage - 1] > piece.step)
            #expect(piece.stage == stageCount - 1 || counts[piece.stage + 1] + lead > piece.step)
            if piece.step.isMultiple(of: 7) { usleep(UInt32(100 * piece.stage)) }
            working.withLock { _ = $0.remove(piece.stage) }
            ended.withLock { $0[piece.stage] += 1 }
        }
        #expect(ended.withLock(\.self) == [stepCount, stepCount, stepCount])
    }

    @Test("the slowest stage goes first, and else the last")
    func preference() {
        var pipeline = Pipeline(stepCount: 9, stageCount: 3, lead: 9)
        func take(_ stage: Int, _ step: Int, milliseconds: UInt32) {
            let piece = pipeline.next()
            #expect(piece == Pipeline.Piece(stage: stage, step: step))
            usleep(1000 * milliseconds)
            if let piece { pipeline.note((), of: piece) }
        }
        take(0, 0, milliseconds: 1)
        take(0, 1, milliseconds: 1)
        let slow = pipeline.next()
        #expect(slow == Pipeline.Piece(stage: 0, step: 2))
        take(1, 0, milliseconds: 60)
        take(1, 1, milliseconds: 0)
        take(2, 0, milliseconds: 1)
        take(2, 1, milliseconds: 1)
        #expect(pipeline.next() == nil)
    }

    @Test("no step, no work")
    func empty() {
        var pipeline = Pipeline(stepCount: 0, stageCount: 2, lead: 1)
        #expect(pipeline.next() == nil)
    }
}
