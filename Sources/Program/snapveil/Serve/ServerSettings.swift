import ArgumentParser
import BoundedWork
import Foundation
import HTTPServer
import ImageCore
import Logging
import PolicyLibrary
import SnapveilService

/// A setting of a server.
typealias ServerSetting<Value: ExpressibleByArgument> = Setting<ServerSettings, Value>

/// The settings of a server, with their defaults.
struct ServerSettings: WatchedSettings {
    static let defaults = ServerSettings()
    static let hostOption = "--host"

    var service = SnapveilService.Configuration(workers: 1)
    var isolation = Isolation.auto
    var sources = Catalogue.Sources()
    var policiesOnlyFrom: String?
    var keyFilePath: String?
    var corsOrigins: String?
    var idleBytes = MemoryPlan.idleByteCountOfWorker
    var monitoring = MonitoringSettings()
    var logLevel = Logger.Level.info
    var logFormat = LogFormat.text
    var printsURL = false
    var allowsMemoryInspection = false

    var unixSocketMode: FileMode {
        get { FileMode(bits: service.server.unixSocketMode) }
        set { service.server.unixSocketMode = newValue.bits }
    }

    var keyFile: KeyFile? { keyFilePath.map(KeyFile.init) }

    /// Whether there is anything to read again.
    var hasFiles: Bool {
        keyFile != nil || [sources.policies, sources.assets, sources.recipients].contains { $0 != nil }
    }

    /// Bytes of memory that the server itself keeps for later replies, where workers have the rest: one of a screen in JSON takes 2 MB.
    var idleReplyBytes: Int { min(idleBytes / 12, service.workers * (4 << 20)) }

    /// The files that are read again while the server runs.
    var paths: [String] { [sources.policies, sources.assets, sources.recipients, keyFilePath].compactMap(\.self) }

    /// A log in the format that was set up.
    var logger: Logger {
        var logger = Logger(label: "snapveil")
        logger.logLevel = logLevel
        return logger
    }

    /// Sets the defaults that depend on the machine, and what follows from settings, and checks them together.
    ///
    /// - Parameter places: What was set, which keeps its value.
    mutating func complete(besides places: Set<PartialKeyPath<Self>>) throws(InvalidSetting) {
        try shareMemory(besides: places)
        let port = service.server.unixSocket == nil ? service.server.port : nil
        service.metricsAddress = try monitoring.address(besides: port, of: service.server.host)
        try completePolicies()
        service.server.uploadAdmissionTimeout = service.maximumWait
        service.allowedOrigins = try origins()
        service.collector = try monitoring.collector()
        guard isolation != .required || !allowsMemoryInspection else {
            throw InvalidSetting(
                message: "isolation is required, and allow-memory-inspection lets others in: set one of them"
            )
        }
    }

    private mutating func shareMemory(besides places: Set<PartialKeyPath<Self>>) throws(InvalidSetting) {
        func set<Value>(_ place: WritableKeyPath<Self, Value>, _ value: @autoclosure () -> Value) {
            if !places.contains(place) { self[keyPath: place] = value() }
        }
        let plan = MemoryPlan(byteCount: HostLimits.memoryByteCount)
        // Of all bodies together, one address has seven eighths.
        let bodies = places.contains(\.service.server.maximumBytesInFlight) ? service.server.maximumBytesInFlight : nil
        let room = bodies.map { max($0 / 8 * 7, 1) } ?? .max
        set(\.service.server.maximumBodyBytes, min(plan.maximumBodyBytes, room))
        guard service.server.maximumBodyBytes <= room else {
            let length = service.server.maximumBodyBytes
            throw InvalidSetting(
                message: "max-body-bytes is \(length), and max-bytes-in-flight (\(bodies ?? 0)) has room for \(room)"
            )
        }
        set(\.service.server.maximumConnections, plan.maximumConnections)
        // Models that came with the program are left out if there is too little memory to look at pictures.
        if service.models == nil, plan.canLook(service) { service.models = ModelsDirectory.ofProgram }
        set(\.service.workers, plan.workers(for: service, processors: HostLimits.processorCount))
        let shares = try plan.shared(service)
        set(\.service.maximumWorkBytes, shares.work)
        set(\.service.server.maximumBytesInFlight, shares.bodies)
        set(\.service.server.maximumReplyBytes, shares.replies)
        set(\.idleBytes, shares.idle)
        guard service.server.maximumPeerShare > 0, service.server.maximumPeerShare <= 1 else {
            throw InvalidSetting(message: "max-peer-share is a share: more than 0 and at most 1")
        }
        if let plan = HostLimits.memoryLimit.map(MemoryPlan.init) {
            // What was set by hand may leave no room for the worker that never looks.
            if service.workers > HostLimits.processorCount, (try? plan.check(service, idleBytes: idleBytes)) == nil {
                set(\.service.workers, HostLimits.processorCount)
            }
            set(\.idleBytes, min(shares.idle, plan.idleBytesLeft(by: service)))
            try plan.check(service, idleBytes: idleBytes)
        }
        // With one worker more than processors, jobs take no more threads for it.
        service.threads = min(service.workers, HostLimits.processorCount)
        let pixels = service.maximumWorkBytes / SnapveilService.Configuration.workBytesOfPixel
        set(\.service.limits.maximumPixels, max(min(service.limits.maximumPixels, pixels), 1))
        guard service.limits.maximumPixels <= pixels else {
            throw InvalidSetting(
                message: """
                    max-pixels is \(service.limits.maximumPixels), and max-work-bytes (\(service.maximumWorkBytes)) has \
                    room for \(pixels)
                    """
            )
        }
    }

    private mutating func completePolicies() throws(InvalidSetting) {
        guard policiesOnlyFrom == nil || sources.policies == nil else {
            throw InvalidSetting(message: "policies come from one directory: policies or policies-only-from")
        }
        sources.policies = policiesOnlyFrom ?? sources.policies
        sources.hasBuiltIns = policiesOnlyFrom == nil
        sources.minimumAssurance = service.minimumAssurance
        sources.hasDetector = service.models != nil
        sources.limits = service.limits
    }

    private func origins() throws(InvalidSetting) -> Set<WebOrigin> {
        var origins: Set<WebOrigin> = []
        for text in (corsOrigins ?? "").split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            guard let origin = WebOrigin(text) else {
                throw InvalidSetting(
                    message: "cors-origins has \(QuotedText.quoting(text)), and an origin is written as browsers do: "
                        + "https://tests.example.org, with a port where it has one, and without a path"
                )
            }
            origins.insert(origin)
        }
        return origins
    }
}
