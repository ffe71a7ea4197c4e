import CoreMetrics
import PrometheusMetrics

/// Counts what becomes of the processes that work on requests.
struct WorkerMetrics: Sendable {
    private let ends: [WorkerEnd: Counter]
    private let restarts: Counter
    private let restartFailures: Counter

    /// Counts with metrics of a registry.
    init(_ registry: PrometheusRegistry) {
        ends = registry.counters(ServiceMetric.workerEnds, "cause", of: WorkerEnd.allCases, \.rawValue)
        restarts = registry.counter(ServiceMetric.workerRestarts)
        restartFailures = registry.counter(ServiceMetric.workerRestartFailures)
    }

    /// Counts a process that came to an end.
    func count(_ end: WorkerEnd) { ends[end]?.increment() }

    /// Counts a worker that was given a new process.
    func countRestart() { restarts.increment() }

    /// Counts an attempt to give a worker a new process that failed.
    func countRestartFailure() { restartFailures.increment() }
}
