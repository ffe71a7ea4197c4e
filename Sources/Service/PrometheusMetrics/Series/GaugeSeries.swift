import CoreMetrics
import Synchronization

/// A number that rises and falls.
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
