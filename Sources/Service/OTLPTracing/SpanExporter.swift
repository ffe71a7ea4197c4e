import Dispatch
import Foundation
import Synchronization

/// Sends spans to a collector in batches, in its own time. Spans that a collector is too slow for are dropped and counted:
/// nothing ever waits for it but the last spans of a program that ends, and those not for long.
public final class SpanExporter: Sendable {
    /// Bounds on the spans that are kept, and on the time.
    public struct Bounds: Sendable {
        /// Spans that wait to be sent: 4096.
        public var queue = 4096
        /// Spans that are sent at a time: 512.
        public var batch = 512
        /// The longest that a span waits for others: 1 s.
        public var interval = Duration.seconds(1)
        /// The time for each step of sending a batch: 5 s.
        public var timeout = Duration.seconds(5)

        /// The default bounds.
        public init() {}
    }

    /// The fate of spans.
    public struct Statistics: Sendable, Equatable {
        /// The collector took them.
        public var exported = 0
        /// There were too many, because the collector was too slow.
        public var dropped = 0
        /// The collector was not there, or did not take them.
        public var failed = 0
    }

    private struct State {
        var waiting: [SpanRecord] = []
        var isScheduled = false
        var statistics = Statistics()
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "otlp.export", qos: .utility)
    private let connection: CollectorConnection
    private let resource: [(String, String)]
    private let scope: String
    private let bounds: Bounds

    /// An exporter that has nothing to send yet.
    ///
    /// - Parameters:
    ///   - endpoint: The place where the spans go.
    ///   - resource: Attributes of the program, by the names of OpenTelemetry.
    ///   - scope: The name of the library that makes the spans.
    ///   - bounds: Bounds on the spans that are kept, and on the time.
    public init(
        to endpoint: CollectorEndpoint,
        resource: KeyValuePairs<String, String>,
        scope: String,
        bounds: Bounds = Bounds()
    ) {
        connection = CollectorConnection(endpoint: endpoint, timeout: bounds.timeout)
        self.resource = resource.map { ($0.key, $0.value) }
        self.scope = scope
        self.bounds = bounds
    }

    /// The fate of the spans so far.
    public var statistics: Statistics { state.withLock(\.statistics) }

    /// Has a span sent, soon. Returns at once.
    func export(_ span: SpanRecord) {
        let delay = state.withLock { state -> Duration? in
            guard state.waiting.count < bounds.queue else {
                state.statistics.dropped += 1
                return nil
            }
            state.waiting.append(span)
            if state.waiting.count == bounds.batch { return .zero }
            guard !state.isScheduled else { return nil }
            state.isScheduled = true
            return bounds.interval
        }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in self?.sendAll() }
    }

    /// Sends the spans that wait, and waits for that for a while.
    func flush(within time: Duration) {
        let done = DispatchSemaphore(value: 0)
        queue.async { [self] in
            sendAll()
            done.signal()
        }
        _ = done.wait(timeout: .now() + time / .seconds(1))
    }

    /// Sends all spans that wait, batch by batch. On the queue.
    private func sendAll() {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(bounds.batch))
                state.waiting.removeFirst(batch.count)
                if batch.isEmpty { state.isScheduled = false }
                return batch
            }
            guard !batch.isEmpty else { return }
            let isTaken = send(batch)
            state.withLock { state in
                if isTaken { state.statistics.exported += batch.count } else { state.statistics.failed += batch.count }
            }
        }
    }

    private func send(_ batch: [SpanRecord]) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let request = TraceRequest(resource: resource, scope: scope, batch)
        guard let json = try? encoder.encode(request) else { return false }
        return connection.post([UInt8](json))
    }
}
