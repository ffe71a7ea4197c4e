import Dispatch
import Foundation
import Synchronization

/// Work spread over the cores.
enum Parallel {
    /// The results of `transform` for every element, in the order of the elements.
    ///
    /// - Throws: The first error of any of them; the elements that were not yet begun are then left out.
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element],
        _ transform: @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        let state = Mutex((next: 0, results: [Int: Result](), failure: (any Error)?.none))
        DispatchQueue.concurrentPerform(iterations: min(elements.count, ProcessInfo.processInfo.activeProcessorCount)) {
            _ in
            while true {
                let index = state.withLock { state in
                    defer { state.next += 1 }
                    return state.failure == nil ? state.next : elements.count
                }
                guard index < elements.count else { return }
                do {
                    let result = try transform(elements[index])
                    state.withLock { $0.results[index] = result }
                } catch {
                    state.withLock { $0.failure = $0.failure ?? error }
                }
            }
        }
        let (results, failure) = state.withLock { ($0.results, $0.failure) }
        if let failure { throw failure }
        return elements.indices.compactMap { results[$0] }
    }
}
