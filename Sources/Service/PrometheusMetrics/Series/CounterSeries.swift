import CoreMetrics
import Synchronization

/// A number that only rises.
final class CounterSeries: Series, CounterHandler, FloatingPointCounterHandler {
    private let count = Atomic<Int64>(0)
    /// What was added that need not be whole, apart, so that counting takes no lock.
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
