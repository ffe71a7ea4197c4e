import CoreMetrics
import Foundation
package import HTTPServer
package import OTLPTracing
import PrometheusMetrics
package import RedactionJobs
import Synchronization

/// The gauges, which are read when metrics are asked for.
package final class ServiceGauges: Sendable {
    /// The parts of a service that are watched.
    package struct Sources: Sendable {
        let server: HTTPServer
        let connectionLimit: Int
        let pool: WorkerPool
        let exporter: SpanExporter?

        package init(server: HTTPServer, connectionLimit: Int, pool: WorkerPool, exporter: SpanExporter?) {
            (self.server, self.connectionLimit, self.pool) = (server, connectionLimit, pool)
            self.exporter = exporter
        }
    }

    private let sources: Sources
    private let connections: Meter
    private let accepted: RisingCounter
    private let queueDepth: Meter
    private let expectedWait: Meter
    private let busy: Meter
    private let idle: Meter
    private let alive: Meter
    private let coverBytes: Meter
    private let budgets: [MemoryBudget: Budget]
    private let idleMemory: [MemoryHolder: Meter]
    private let resident: [ProcessRole: Resident]
    private let rejections: [HTTPServerShortage: RisingCounter]
    private let spans: [SpanOutcome: RisingCounter]
    private let processorTime: RisingCounter
    private let frontMemory: Meter
    private let openDescriptors: Meter
    private let descriptorLimit: Meter

    private struct Budget {
        let capacity: Meter
        let used: Meter
        let waiting: Meter
        let ended: RisingCounter?
    }

    private struct Resident {
        let own: Meter
        let shared: Meter
    }

    /// Gauges in a registry, which does not hold them.
    init(_ sources: Sources, _ registry: PrometheusRegistry) {
        self.sources = sources
        connections = registry.meter(ServiceMetric.connections)
        accepted = registry.risingCounter(ServiceMetric.acceptedConnections)
        queueDepth = registry.meter(ServiceMetric.queueDepth)
        expectedWait = registry.meter(ServiceMetric.expectedWait)
        busy = registry.meter(ServiceMetric.workers, [("state", "busy")])
        idle = registry.meter(ServiceMetric.workers, [("state", "idle")])
        alive = registry.meter(ServiceMetric.workersAlive)
        coverBytes = registry.meter(ServiceMetric.coverBytes)
        budgets = registry.byCase { (budget: MemoryBudget) in
            let label = [("budget", budget.rawValue)]
            let endsTransfers = ServiceMetric.transferBudgets.contains(budget)
            return Budget(
                capacity: registry.meter(ServiceMetric.budget, label),
                used: registry.meter(ServiceMetric.budgetUsed, label),
                waiting: registry.meter(ServiceMetric.budgetWaiting, label),
                ended: endsTransfers ? registry.risingCounter(ServiceMetric.endedTransfers, label) : nil
            )
        }
        idleMemory = registry.byCase { registry.meter(ServiceMetric.idleMemory, [("holder", $0.rawValue)]) }
        resident = registry.byCase { role in
            let meter = { registry.meter(ServiceMetric.residentMemory, [("process", role.rawValue), ("kind", $0)]) }
            return Resident(own: meter("private"), shared: meter("shared"))
        }
        rejections = registry.byCase { shortage in
            let label = Rejection.server(shortage).label
            return registry.risingCounter(ServiceMetric.rejections, [("reason", label)])
        }
        spans = registry.byCase { registry.risingCounter(ServiceMetric.spans, [("outcome", $0.rawValue)]) }
        processorTime = registry.risingCounter(ServiceMetric.cpu)
        frontMemory = registry.meter(ServiceMetric.resident)
        openDescriptors = registry.meter(ServiceMetric.openDescriptors)
        descriptorLimit = registry.meter(ServiceMetric.descriptorLimit)
        registry.meter(ServiceMetric.connectionLimit).set(sources.connectionLimit)
        registry.meter(ServiceMetric.startTime).set(Date.now.timeIntervalSince1970)
        let work = sources.pool.isContained ? "contained" : "here"
        registry.meter(ServiceMetric.build, [("version", APIDescription.version), ("work", work)]).set(1)
    }

    func set() {
        setServer(sources.server.statistics)
        let queue = sources.pool.queue.statistics
        queueDepth.set(queue.waiting)
        expectedWait.set(queue.expectedWait / .seconds(1))
        busy.set(queue.busy)
        idle.set(queue.idle)
        setPool(sources.pool.statistics)
        if let statistics = sources.exporter?.statistics {
            spans[.exported]?.set(Double(statistics.exported))
            spans[.dropped]?.set(Double(statistics.dropped))
            spans[.failed]?.set(Double(statistics.failed))
        }
        processorTime.set(ProcessFigures.processorSeconds)
        descriptorLimit.set(ProcessFigures.descriptorLimit)
        if let count = ProcessFigures.openDescriptors { openDescriptors.set(count) }
    }

    private func setServer(_ statistics: HTTPServerStatistics) {
        connections.set(statistics.connections)
        accepted.set(Double(statistics.acceptedConnections))
        for (shortage, count) in statistics.shortages { rejections[shortage]?.set(Double(count)) }
        for (budget, memory) in [(MemoryBudget.bodies, statistics.uploads), (.replies, statistics.replies)] {
            budgets[budget]?.capacity.set(memory.capacity)
            budgets[budget]?.used.set(memory.used)
            budgets[budget]?.waiting.set(memory.waiting)
            budgets[budget]?.ended?.set(Double(memory.endedTransfers))
        }
    }

    private func setPool(_ statistics: PoolStatistics) {
        alive.set(statistics.alive)
        coverBytes.set(statistics.coverBytes)
        budgets[.work]?.capacity.set(statistics.work.capacity)
        budgets[.work]?.used.set(statistics.work.used)
        budgets[.work]?.waiting.set(statistics.work.waiting)
        for (holder, bytes) in statistics.idle { idleMemory[holder]?.set(bytes) }
        var memory: [ProcessRole: ProcessFigures.ResidentMemory] = [:]
        if let own = ProcessFigures.residentMemory(of: nil) {
            memory[.front] = own
            frontMemory.set(own.own + own.shared)
        }
        for process in statistics.processes {
            guard let found = ProcessFigures.residentMemory(of: process.id) else { continue }
            memory[process.role, default: .init()].own += found.own
            memory[process.role, default: .init()].shared += found.shared
        }
        for (role, meters) in resident {
            meters.own.set(memory[role]?.own ?? 0)
            meters.shared.set(memory[role]?.shared ?? 0)
        }
    }
}

/// A counter of events that are counted elsewhere.
private final class RisingCounter: Sendable {
    private let counter: FloatingPointCounter
    private let last = Mutex(0.0)

    init(_ counter: FloatingPointCounter) {
        self.counter = counter
    }

    /// Counts up to a total, which only rises.
    func set(_ total: Double) {
        last.withLock { last in
            guard total > last else { return }
            counter.increment(by: total - last)
            last = total
        }
    }
}

extension PrometheusRegistry {
    fileprivate func meter(_ declaration: MetricDeclaration, _ dimensions: [(String, String)] = []) -> Meter {
        Meter(label: declaration.name, dimensions: dimensions, factory: self)
    }

    fileprivate func risingCounter(
        _ declaration: MetricDeclaration,
        _ dimensions: [(String, String)] = []
    ) -> RisingCounter {
        RisingCounter(FloatingPointCounter(label: declaration.name, dimensions: dimensions, factory: self))
    }

    fileprivate func byCase<Case: CaseIterable & Hashable, Value>(_ value: (Case) -> Value) -> [Case: Value] {
        Dictionary(uniqueKeysWithValues: Case.allCases.map { ($0, value($0)) })
    }
}
