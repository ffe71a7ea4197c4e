import HTTPServer
import ImageCore
import Logging
import SnapveilService

/// The plan by which a server shares out the memory of a machine or a container, so that it never takes more.
struct MemoryPlan {
    let byteCount: Int

    /// Bytes of a process with nothing to do, and of its work besides pictures and bodies.
    private static let processByteCount = 8 << 20
    /// Processes besides the workers: the server itself, the launcher, and the spare worker.
    private static let otherProcesses = 3
    /// Bytes of a connection with the longest head.
    private static let connectionByteCount = 64 << 10
    /// Least bytes for pictures, bodies and replies together.
    private static let leastShared = 32 << 20

    // MARK: Defaults

    var maximumBodyBytes: Int { max(min(byteCount / 16, defaults.server.maximumBodyBytes), 5 << 20) }

    /// Connections that may be open: one for each MiB.
    var maximumConnections: Int { max(min(byteCount >> 20, defaults.server.maximumConnections), 80) }

    /// Workers for so many processors, as many as a third of the memory has room for, 1 or more, once the longest body and the
    /// models are set. Where there are models, one more, because of several workers one never looks at pictures.
    func workers(for settings: SnapveilService.Configuration, processors: Int) -> Int {
        let room = max(byteCount / 3 / Self.workerByteCount(settings), 1)
        let count = min(processors, room)
        return settings.models != nil && count < room && hasRoomToLook(settings, workers: count + 1) ? count + 1 : count
    }

    /// Whether a server that looks at pictures can have a worker, and memory to look at one of a phone, once the longest
    /// body and the connections are set.
    func canLook(_ settings: SnapveilService.Configuration) -> Bool {
        var settings = settings
        settings.models = ""
        return hasRoomToLook(settings, workers: 1)
    }

    private func hasRoomToLook(_ settings: SnapveilService.Configuration, workers: Int) -> Bool {
        var settings = settings
        settings.workers = workers
        let picture = 4_000_000 * SnapveilService.Configuration.workBytesOfPixel
        guard let shares = try? shared(settings) else { return false }
        return shares.work >= SnapveilService.Configuration.workBytesOfLooking + picture
    }

    /// The bytes of pictures, bodies and replies together, once all other settings are set. Throws if they are too few to
    /// work with.
    func shared(_ settings: SnapveilService.Configuration) throws(InvalidSetting) -> Shares {
        let fixed = Self.fixedByteCount(settings)
        guard byteCount - fixed >= Self.leastShared else {
            let workers = settings.workers == 1 ? "1 worker" : "\(settings.workers) workers"
            throw InvalidSetting(
                message: """
                    there are \(byteCount) bytes of memory, and a server with \(workers), --max-body-bytes \
                    \(settings.server.maximumBodyBytes) and --max-connections \(settings.server.maximumConnections) needs \
                    \(fixed + Self.leastShared)
                    """
            )
        }
        return Shares(
            byteCount: byteCount - fixed,
            bodyBytes: settings.server.maximumBodyBytes,
            workers: settings.workers
        )
    }

    /// Shares of the bytes for pictures, bodies and replies.
    struct Shares {
        let byteCount: Int
        let bodyBytes: Int
        let workers: Int

        /// Bytes of pictures that are worked on.
        var work: Int {
            min(byteCount * 9 / 20, workers * defaults.maximumWorkBytes, byteCount - bodies - replies - idle - idle / 3)
        }
        /// Bytes of bodies; one address has seven eighths at the most.
        var bodies: Int { max(min(byteCount / 6, defaults.server.maximumBytesInFlight), bodyBytes * 5 / 4) }
        /// Bytes of replies. One in JSON is a third longer than its picture.
        var replies: Int { min(max(byteCount / 5, bodyBytes * 8 / 5), defaults.server.maximumReplyBytes) }
        /// Bytes to keep for later requests, and a third of it for bodies and replies.
        var idle: Int { min(byteCount / 10, workers * MemoryPlan.idleByteCountOfWorker) }
    }

    /// Bytes of a worker, a fifth of them for its heaps: what a large screen takes as a WebP, three times as many as one as a PNG.
    static let idleByteCountOfWorker = 160 << 20

    // MARK: Settings by hand

    /// Bytes that a server with these settings leaves to be kept for later requests, and a third of it for bodies and replies.
    func idleBytesLeft(by settings: SnapveilService.Configuration) -> Int {
        max(byteCount - Self.byteCount(of: settings), 0) / 4 * 3
    }

    /// Makes sure that a server with these settings never takes more than there is.
    func check(_ settings: SnapveilService.Configuration, idleBytes: Int) throws(InvalidSetting) {
        let needed = Self.byteCount(of: settings) + idleBytes + idleBytes / 3
        guard needed <= byteCount else {
            throw InvalidSetting(
                message: """
                    the limit is \(byteCount) bytes of memory, and what is set may take \(needed): lower max-work-bytes \
                    (\(settings.maximumWorkBytes)), max-bytes-in-flight (\(settings.server.maximumBytesInFlight)), \
                    max-reply-bytes (\(settings.server.maximumReplyBytes)), max-idle-bytes (\(idleBytes)), max-body-bytes, \
                    max-connections or workers, or leave them out
                    """
            )
        }
    }

    /// Bytes that a server with these settings may take, but for what is kept for later requests.
    private static func byteCount(of settings: SnapveilService.Configuration) -> Int {
        let server = settings.server
        // Each is at most 1 TiB.
        return fixedByteCount(settings) + settings.maximumWorkBytes
            + server.maximumBytesInFlight + server.maximumReplyBytes
    }

    // MARK: Fixed shares

    private static func fixedByteCount(_ settings: SnapveilService.Configuration) -> Int {
        otherProcesses * processByteCount + settings.server.maximumConnections * connectionByteCount
            + settings.workers * workerByteCount(settings) + modelsByteCount(settings)
    }

    /// Bytes of a worker, with copies of a body that was base64 or not UTF-8.
    private static func workerByteCount(_ settings: SnapveilService.Configuration) -> Int {
        processByteCount + 2 * settings.server.maximumBodyBytes + modelsByteCount(settings)
    }

    /// Bytes of a worker to look at pictures, the spare one included.
    private static func modelsByteCount(_ settings: SnapveilService.Configuration) -> Int {
        settings.models == nil ? 0 : SnapveilService.Configuration.byteCountOfModels
    }
}

private let defaults = SnapveilService.Configuration(workers: 1)

extension SnapveilService.Configuration {
    /// The bounds of a server, by the names of the settings, with the models, the processors and the memory.
    func limitsInForce(idleBytes: Int) -> Logger.Metadata {
        let settings = [
            "workers": workers,
            "max-pixels": limits.maximumPixels,
            "max-body-bytes": server.maximumBodyBytes,
            "max-connections": server.maximumConnections,
            "max-work-bytes": maximumWorkBytes,
            "max-bytes-in-flight": server.maximumBytesInFlight,
            "max-reply-bytes": server.maximumReplyBytes,
            "max-idle-bytes": idleBytes,
        ]
        var metadata = settings.mapValues { Logger.MetadataValue.stringConvertible($0) }
        metadata["models"] = "\(models ?? "none")"
        metadata["processors"] = .stringConvertible(HostLimits.processors)
        metadata["memory"] = .stringConvertible(HostLimits.memoryByteCount)
        return metadata
    }
}
