import CoreMetrics
import Synchronization

/// How many values were at most so large, for each of some bounds, with the sum of all.
final class HistogramSeries: Series, TimerHandler, RecorderHandler {
    private let bounds: [Double]
    private let state: Mutex<State>

    private struct State {
        /// For each bound the values that are at most so large, and larger than the bound before; then those beyond all.
        var counts: [UInt64]
        var sum = 0.0
        /// What led to the last value of each.
        var exemplars: [(Exemplar, value: Double)?]
    }

    /// A histogram without values.
    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(
            State(
                counts: Array(repeating: 0, count: bounds.count + 1),
                exemplars: Array(repeating: nil, count: bounds.count + 1)
            )
        )
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    /// Counts a value. One below 0 counts as 0, as the sum may only rise; one that is infinite or none is passed over.
    func record(_ value: Double) {
        guard value.isFinite else { return }
        let value = max(value, 0)
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        let exemplar = Exemplar.current
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
            if let exemplar { state.exemplars[index] = (exemplar, value) }
        }
    }

    func write(to writer: inout ExpositionWriter, _ name: String, _ labels: [(name: String, value: String)]) {
        let state = state.withLock { State(counts: $0.counts, sum: $0.sum, exemplars: $0.exemplars) }
        var count: UInt64 = 0
        for (index, bound) in (bounds + [.infinity]).enumerated() {
            count += state.counts[index]
            let bucket = LabelText.braced(labels + [("le", writer.bound(bound))])
            writer.sample("\(name)_bucket", bucket, "\(count)", state.exemplars[index])
        }
        let labels = LabelText.braced(labels)
        writer.sample("\(name)_sum", labels, ExpositionWriter.number(state.sum))
        writer.sample("\(name)_count", labels, "\(count)")
    }
}
