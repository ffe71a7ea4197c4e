import HTTPServer
import SnapveilService

/// How the memory of a machine or a container is shared out among what a server takes it for, so that it never takes more.
struct MemoryPlan {
    /// Bytes that there are.
    let byteCount: Int

    /// What a process takes with nothing to do, and for what it does besides pictures and bodies.
    private static let processByteCount = 8 << 20
    /// Processes besides the workers: the server itself, what starts workers, and the worker that waits for one to fail.
    private static let otherProcesses = 3
    /// What a connection takes with a head as long as heads may be.
    private static let connectionByteCount = 64 << 10
    /// Less than this for pictures, bodies and replies is too little to work with.
    private static let leastShared = 32 << 20

    // MARK: What is set by default

    /// Bytes of the longest body.
    var maximumBodyBytes: Int { max(min(byteCount / 16, defaults.server.maximumBodyBytes), 5 << 20) }

    /// Connections that may be open: one for each MiB.
    var maximumConnections: Int { max(min(byteCount >> 20, defaults.server.maximumConnections), 80) }

    /// Workers that a third of the memory has room for, 1 or more.
    ///
    /// - Parameter settings: Those of a server whose longest body and models are set.
    func workers(for settings: SnapveilService.Configuration) -> Int {
        max(byteCount / 3 / Self.workerByteCount(settings), 1)
    }

    /// Whether a server that looks at pictures can have a worker, and memory to look at one of a phone.
    ///
    /// - Parameter settings: Those of a server whose longest body and connections are set.
    func canLook(_ settings: SnapveilService.Configuration) -> Bool {
        var settings = settings
        settings.models = ""
        settings.workers = 1
        let picture = 4_000_000 * SnapveilService.Configuration.workBytesOfPixel
        guard let shares = try? shared(settings) else { return false }
        return shares.work >= SnapveilService.Configuration.workBytesOfLooking + picture
    }

    /// What pictures, bodies and replies have together.
    ///
    /// - Parameter settings: Those of a server whose workers, connections, longest body and models are set.
    /// - Throws: ``InvalidSetting`` if that is too little to work with.
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

    /// What is left for pictures, bodies and replies, and how it is shared out.
    struct Shares {
        let byteCount: Int
        let bodyBytes: Int
        let workers: Int

        /// Bytes of pictures that are worked on.
        var work: Int {
            min(byteCount * 9 / 20, workers * defaults.maximumWorkBytes, byteCount - bodies - replies - idle - idle / 3)
        }
        /// Bytes of bodies, of which one address has no more than seven eighths.
        var bodies: Int { min(max(byteCount / 6, bodyBytes * 5 / 4), defaults.server.maximumBytesInFlight) }
        /// Bytes of replies. One in JSON is a third longer than its picture.
        var replies: Int { min(max(byteCount / 5, bodyBytes * 8 / 5), defaults.server.maximumReplyBytes) }
        /// Bytes to keep for later requests, and a third of it for bodies.
        var idle: Int { min(byteCount / 10, workers * MemoryPlan.idleByteCountOfWorker) }
    }

    /// What a worker takes for the picture of a large screen.
    static let idleByteCountOfWorker = 48 << 20

    // MARK: What was set by hand

    /// Makes sure that a server never takes more than there is.
    ///
    /// - Parameters:
    ///   - settings: All of them.
    ///   - idleBytes: Bytes to keep for later requests.
    /// - Throws: ``InvalidSetting`` if what is set takes more.
    func check(_ settings: SnapveilService.Configuration, idleBytes: Int) throws(InvalidSetting) {
        let parts = [
            settings.maximumWorkBytes, settings.server.maximumBytesInFlight, settings.server.maximumReplyBytes,
            idleBytes, idleBytes / 3,
        ]
        // Each is at most 1 TiB.
        let needed = parts.reduce(Self.fixedByteCount(settings), +)
        guard needed <= byteCount else {
            throw InvalidSetting(
                message: """
                    the limit is \(byteCount) bytes of memory, and what is set may take \(needed): lower max-work-bytes \
                    (\(parts[0])), max-bytes-in-flight (\(parts[1])), max-reply-bytes (\(parts[2])), max-idle-bytes \
                    (\(parts[3])), max-body-bytes, max-connections or workers, or leave them out
                    """
            )
        }
    }

    // MARK: What there is in any case

    private static func fixedByteCount(_ settings: SnapveilService.Configuration) -> Int {
        otherProcesses * processByteCount + settings.server.maximumConnections * connectionByteCount
            + settings.workers * workerByteCount(settings) + modelsByteCount(settings)
    }

    /// A worker, with copies of a body that was base64 or not UTF-8.
    private static func workerByteCount(_ settings: SnapveilService.Configuration) -> Int {
        processByteCount + 2 * settings.server.maximumBodyBytes + modelsByteCount(settings)
    }

    /// What a worker takes to look at pictures, as does the one that waits for another to fail.
    private static func modelsByteCount(_ settings: SnapveilService.Configuration) -> Int {
        settings.models == nil ? 0 : SnapveilService.Configuration.byteCountOfModels
    }
}

private let defaults = SnapveilService.Configuration(workers: 1)
