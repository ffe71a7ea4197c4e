import CoreMetrics
import PrometheusMetrics
import SnapveilService

/// Counts the requests to a guard, its calls to the server behind, and the work.
///
/// All series are made at once, so that each is 0 until its first event.
final class GuardMetrics: Sendable {
    private struct End: Hashable {
        let command: GuardedCommand
        let outcome: GuardOutcome
    }

    let work: WorkMetrics
    private let requests: [End: Counter]
    private let inFlight: Meter
    private let ownTimes: [GuardedCommand: CoreMetrics.Timer]
    private let upstreamTimes: [GuardedCommand: CoreMetrics.Timer]
    private let failures: [UpstreamFailure.Reason: Counter]
    private let pictures: Counter
    private let recordings: Counter
    private let leftOut: Counter
    private let movedScreens: Counter

    /// Counts with metrics of a registry; nil counts nothing.
    init(_ registry: PrometheusRegistry?) {
        let factory: any MetricsFactory = registry ?? NOOPMetricsHandler.instance
        let ends = GuardedCommand.allCases.flatMap { command in
            GuardOutcome.allCases.map { End(command: command, outcome: $0) }
        }
        requests = Dictionary(
            uniqueKeysWithValues: ends.map { end in
                let labels = [("command", end.command.rawValue), ("outcome", end.outcome.rawValue)]
                return (end, Counter(label: GuardMetric.requests.name, dimensions: labels, factory: factory))
            }
        )
        let read = GuardedCommand.allCases.filter { $0 != .unread }
        ownTimes = factory.timers(GuardMetric.ownTime, "command", of: read, \.rawValue)
        upstreamTimes = factory.timers(GuardMetric.upstreamTime, "command", of: read, \.rawValue)
        failures = factory.counters(
            GuardMetric.upstreamFailures,
            "reason",
            of: UpstreamFailure.Reason.allCases,
            \.rawValue
        )
        inFlight = factory.meter(GuardMetric.inFlight)
        pictures = factory.counter(GuardMetric.pictures)
        recordings = factory.counter(GuardMetric.recordings)
        leftOut = factory.counter(GuardMetric.leftOut)
        movedScreens = factory.counter(GuardMetric.movedScreens)
        work = WorkMetrics(registry)
    }

    func countBegin() { inFlight.increment() }

    func countEnd() { inFlight.decrement() }

    func count(_ command: GuardedCommand, _ outcome: GuardOutcome) {
        requests[End(command: command, outcome: outcome)]?.increment()
    }

    func countParts(covered: Int, leftOut dropped: Int) {
        pictures.increment(by: covered)
        leftOut.increment(by: dropped)
    }

    func count(recordings count: Int) { recordings.increment(by: count) }

    func countMovedScreen() { movedScreens.increment() }

    func count(_ failure: UpstreamFailure) { failures[failure.reason]?.increment() }

    func record(own duration: Duration, of command: GuardedCommand, for id: String) {
        Exemplar.naming(id) { ownTimes[command]?.record(duration) }
    }

    func record(upstream duration: Duration, of command: GuardedCommand, for id: String) {
        Exemplar.naming(id) { upstreamTimes[command]?.record(duration) }
    }
}
