import Dispatch
import Synchronization

/// Pieces of work of which some wait for others, in the order in which they are best done.
package protocol Schedule: Sendable {
    associatedtype Piece: Sendable
    associatedtype Outcome: Sendable

    /// Takes the next piece that waits for none; nil if there is none before a piece that was taken has ended.
    mutating func next() -> Piece?

    /// Notes what has come of a piece that was taken.
    mutating func note(_ outcome: Outcome, of piece: Piece)
}

extension WorkContext {
    /// Does the pieces of a schedule, of which several are done at the same time if there are threads for them.
    ///
    /// ```swift
    /// try work.perform(ReadingAndWriting()) { piece in
    ///     switch piece {
    ///     case .reading: try read()
    ///     case .writing(let part): try write(part)
    ///     }
    /// }
    /// ```
    /// What a piece wrote is seen by those that are taken after its end. A thread that is no longer to be had takes no further
    /// piece, and none is taken once the work is cancelled.
    ///
    /// - Parameters:
    ///   - limit: Upper bound on pieces at a time, 1 or more.
    ///   - work: The work on a piece, called on several threads at the same time.
    /// - Returns: The schedule as it is once no piece is left.
    /// - Throws: The error of a piece that fails, once no thread works any more. None is begun after an error.
    @discardableResult
    package func perform<Pieces: Schedule, Failure: Error>(
        _ schedule: Pieces,
        atMost limit: Int = .max,
        _ work: (Pieces.Piece) throws(Failure) -> Pieces.Outcome
    ) throws(Failure) -> Pieces {
        let turns = Turns(schedule)
        try onThreads(min(threads, limit)) { (thread) throws(Failure) in
            while let piece = turns.take(while: { !isCancelled && (thread == 0 || thread < threads) }) {
                do throws(Failure) {
                    turns.note(try work(piece), of: piece)
                } catch {
                    turns.end()
                    throw error
                }
            }
        }
        return turns.schedule
    }
}

/// A schedule that several threads take pieces from.
private final class Turns<Pieces: Schedule>: Sendable {
    private struct State {
        var schedule: Pieces
        var taken = 0
        var waiting = 0
        var hasEnded = false

        /// The number of threads to wake, which wait no more.
        mutating func wake(_ limit: Int) -> Int {
            let count = min(waiting, limit)
            waiting -= count
            return count
        }
    }

    private enum Turn {
        case piece(Pieces.Piece)
        case wait
        case end
    }

    private let state: Mutex<State>
    private let changes = DispatchSemaphore(value: 0)

    init(_ schedule: Pieces) {
        state = Mutex(State(schedule: schedule))
    }

    var schedule: Pieces { state.withLock(\.schedule) }

    /// Takes a piece, after some time if all that are left wait for others; nil if none is left, or `isWanted` says no.
    func take(while isWanted: () -> Bool) -> Pieces.Piece? {
        while isWanted() {
            switch turn() {
            case .piece(let piece): return piece
            case .wait: changes.wait()
            case .end: return nil
            }
        }
        // Another thread may wait for what this one was woken for.
        change { ((), $0.wake(1)) }
        return nil
    }

    private func turn() -> Turn {
        change { state in
            guard !state.hasEnded else { return (.end, state.wake(.max)) }
            if let piece = state.schedule.next() {
                state.taken += 1
                // There may be another piece.
                return (.piece(piece), state.wake(1))
            }
            guard state.taken > 0 else { return (.end, state.wake(.max)) }
            state.waiting += 1
            return (.wait, 0)
        }
    }

    func note(_ outcome: Pieces.Outcome, of piece: Pieces.Piece) {
        change { state in
            state.schedule.note(outcome, of: piece)
            state.taken -= 1
            return ((), state.wake(1))
        }
    }

    func end() {
        change { state in
            state.hasEnded = true
            state.taken -= 1
            return ((), state.wake(1))
        }
    }

    /// Changes the state, and wakes as many threads as `update` says.
    private func change<Result>(_ update: (inout State) -> (result: Result, wakes: Int)) -> Result {
        let (result, wakes) = state.withLock { update(&$0) }
        for _ in 0..<wakes { changes.signal() }
        return result
    }
}
