import CoreMetrics
package import PrometheusMetrics
package import Redaction
package import RedactionJobs

/// Counts the work on requests, and requests that were turned away.
package struct WorkMetrics: Sendable {
    private let rejections: [Rejection: Counter]
    private let pixels: [ServiceMetric.Direction: Counter]
    private let snapshotPixels: Recorder
    private let queueWait: CoreMetrics.Timer
    private let work: CoreMetrics.Timer
    private let stages: [WorkMeter.Stage: CoreMetrics.Timer]
    private let styles: [String: CoreMetrics.Timer]
    private let covers: [ServiceMetric.CoverOutcome: Counter]

    /// Counts with metrics of a registry; nil counts nothing.
    package init(_ registry: PrometheusRegistry?) {
        let factory: any MetricsFactory = registry ?? NOOPMetricsHandler.instance
        rejections = factory.counters(ServiceMetric.rejections, "reason", of: Rejection.allCases, \.label)
        pixels = factory.counters(ServiceMetric.pixels, "direction", of: ServiceMetric.Direction.allCases, \.rawValue)
        snapshotPixels = Recorder(label: ServiceMetric.snapshotPixels.name, aggregate: true, factory: factory)
        queueWait = factory.timer(ServiceMetric.queueWait)
        work = factory.timer(ServiceMetric.work)
        stages = factory.timers(ServiceMetric.stage, "stage", of: WorkMeter.Stage.allCases, \.rawValue)
        styles = factory.timers(ServiceMetric.style, "style", of: Style.kinds) { $0 }
        covers = factory.counters(
            ServiceMetric.coverLookups,
            "outcome",
            of: ServiceMetric.CoverOutcome.allCases,
            \.rawValue
        )
    }

    /// Counts a request that was turned away.
    package func count(_ rejection: Rejection) { rejections[rejection]?.increment() }

    /// Counts a job that has ended.
    ///
    /// - Parameters:
    ///   - sendsPicture: Whether its pixels are in a reply.
    ///   - id: The name of the request that it was for.
    package func count(_ cost: JobQueue.Cost, _ reading: WorkMeter.Reading, sendsPicture: Bool, for id: String) {
        Exemplar.naming(id) {
            queueWait.record(cost.queued)
            work.record(cost.worked)
            for (stage, time) in reading.stages { stages[stage]?.record(time) }
            for (style, time) in reading.styles { styles[style]?.record(time) }
            if reading.pixels > 0 { snapshotPixels.record(reading.pixels) }
        }
        pixels[.in]?.increment(by: reading.pixels)
        if sendsPicture { pixels[.out]?.increment(by: reading.pixels) }
        if let isReady = reading.hadReadyCover { covers[isReady ? .ready : .made]?.increment() }
    }
}

extension Exemplar {
    /// Has the request of a name be the exemplar of what `record` records.
    package static func naming(_ id: String, _ record: () -> Void) {
        $current.withValue(Exemplar(["request_id": id]), operation: record)
    }
}
