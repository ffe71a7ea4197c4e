import CoreMetrics
import Foundation
import Synchronization

/// One series of a family: the values for one value of each label.
protocol Series: AnyObject, Sendable {
    func write(to writer: inout ExpositionWriter, _ name: String, _ labels: [(name: String, value: String)])
}

final class CounterSeries: Series, CounterHandler, FloatingPointCounterHandler {
    private let count = Atomic<Int64>(0)
    /// The sum of numbers that need not be whole, apart, so that counting takes no lock.
    private let sum = Mutex(0.0)

    /// Adds a number; one that is negative is passed over.
    func increment(by amount: Int64) {
        if amount > 0 { count.wrappingAdd(amount, ordering: .relaxed) }
    }

    /// Adds a number; one that is negative, infinite or none is passed over.
    func increment(by amount: Double) {
        if amount > 0, amount.isFinite { sum.withLock { $0 += amount } }
    }

    func reset() {
        count.store(0, ordering: .relaxed)
        sum.withLock { $0 = 0 }
    }

    func write(to writer: inout ExpositionWriter, _ name: String, _ labels: [(name: String, value: String)]) {
        let count = count.load(ordering: .relaxed)
        let sum = sum.withLock(\.self)
        let text = sum == 0 ? "\(count)" : ExpositionWriter.number(Double(count) + sum)
        writer.sample(name, LabelText.braced(labels), text)
    }
}

final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func set(_ newValue: Int64) { set(Double(newValue)) }
    func set(_ newValue: Double) { value.withLock { $0 = newValue } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ newValue: Int64) { set(Double(newValue)) }
    func record(_ newValue: Double) { set(newValue) }

    func write(to writer: inout ExpositionWriter, _ name: String, _ labels: [(name: String, value: String)]) {
        let value = value.withLock(\.self)
        let text = Int64(exactly: value).map(String.init) ?? ExpositionWriter.number(value)
        writer.sample(name, LabelText.braced(labels), text)
    }
}

/// The number of values up to each of some bounds, with the sum of all.
final class HistogramSeries: Series, TimerHandler, RecorderHandler {
    private let bounds: [Double]
    private let state: Mutex<State>

    private struct State {
        /// The number of values between each bound and the one before; then of those beyond all.
        var counts: [UInt64]
        var sum = 0.0
        var exemplars: [(Exemplar, value: Double)?]
    }

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

    /// Counts a value. One below 0 counts as 0, because the sum may only rise; one that is infinite or none is passed over.
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

/// The origin of a value, such as the name of a request: labels that are not part of a series, and so may be all different.
///
/// A histogram keeps the last for each of its buckets. They are written in OpenMetrics alone.
/// ```swift
/// Exemplar.$current.withValue(Exemplar(["request_id": id])) { duration.recordNanoseconds(nanoseconds) }
/// ```
public struct Exemplar: Sendable {
    /// The exemplar of values that this task records, for which the API of metrics has no place; nil for none.
    @TaskLocal public static var current: Exemplar?

    /// The most characters that names and values may have together (OpenMetrics 1.0, "Exemplars").
    private static let longestLabels = 128

    let labels: String
    /// Seconds since 1970.
    let time: Double

    /// Makes an exemplar of now; nil if its labels are longer than they may be.
    ///
    /// - Parameter labels: The names of the labels, of letters, digits and underscores, and their values.
    public init?(_ labels: KeyValuePairs<String, String>) {
        let length = labels.reduce(0) { $0 + $1.key.unicodeScalars.count + $1.value.unicodeScalars.count }
        guard length <= Self.longestLabels else { return nil }
        self.labels = LabelText.braced(labels.map { ($0.key, $0.value) })
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        time = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
