import Foundation

/// What led to a value, such as the name of a request: labels that are not part of a series, and so may be all different.
///
/// A histogram keeps the last for each of its buckets. They are written in OpenMetrics alone.
/// ```swift
/// Exemplar.$current.withValue(Exemplar(["request_id": id])) { duration.recordNanoseconds(nanoseconds) }
/// ```
public struct Exemplar: Sendable {
    /// The exemplar of what is recorded in this task, as the API of metrics has no place for it; nil for none.
    @TaskLocal public static var current: Exemplar?

    /// The most characters that names and values may have together (OpenMetrics 1.0, "Exemplars").
    private static let longestLabels = 128

    /// The labels as they are written.
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
