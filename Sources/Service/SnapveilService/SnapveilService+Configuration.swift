public import HTTPServer
public import ImageCore
public import OTLPTracing
public import PolicyLibrary
public import Redaction
import RedactionJobs

extension SnapveilService {
    /// The settings of an operator.
    public struct Configuration: Sendable {
        /// The address and the limits of the server.
        public var server = HTTPServerConfiguration()
        /// The bound sockets; nil to bind the address of ``server``.
        public var sockets: ListeningSockets?
        /// Pictures at work at a time; the number of cores is best, and one more where there are models: of several workers one never
        /// looks at pictures.
        public var workers: Int
        /// Threads of all jobs together; nil for as many as workers.
        public var threads: Int?
        /// Upper bound on the expected wait for a worker: 20 s; past that, 503.
        public var maximumWait = Duration.seconds(20)
        /// Upper bound on requests that wait for a worker; past that, 503.
        public var queue = Int.max
        /// Bytes that all pictures at work may take together: 1 GiB.
        public var maximumWorkBytes = 1 << 30
        /// Bytes of ``maximumWorkBytes`` for each pixel of a picture.
        public static let workBytesOfPixel = OutputFormat.workBytesOfPixel
        /// Upper bound on the work on a request: 30 s. The wait is not counted.
        public var timeLimit = Duration.seconds(30)
        /// The limits of a snapshot.
        public var limits = DecodingLimits()
        /// The weakest assurance that a policy may have, whatever it and its request say.
        public var minimumAssurance = MinimumAssurance.obscured
        /// The policies and pictures of the server.
        public var catalogue = Catalogue()
        /// The directory of the models for detection; nil without detection.
        public var models: String?
        /// Bytes of ``maximumWorkBytes`` for detection, besides the picture.
        public static let workBytesOfLooking = Workshop.byteCountOfLooking
        /// Bytes of ``models`` in each process that detects.
        public static let byteCountOfModels = Workshop.byteCountOfModels
        /// Whether requests only choose among these policies, so that none is weaker than the operator wants.
        public var policyOnly = false
        /// Whether requests may state a phase of the app, in which a policy with phases may not apply.
        public var takesPhases = true
        /// Whether a snapshot is refused if nothing would be covered.
        public var requiresCover = false
        /// Whether covered pixels may be sealed to no one, whatever a request asks for.
        public var forbidsSealing = false
        /// The keys, one of which each request has to carry; nil admits everybody.
        public var keys: KeyRing?
        /// Other origins than the server's own whose pages may call from a browser.
        public var allowedOrigins: Set<WebOrigin> = []
        /// Whether there is a page at `/` for trying the service in a browser.
        public var hasPlayground = true
        /// The address for metrics; nil counts nothing. Port 0 takes a free one.
        public var metricsAddress: SocketAddress?
        /// The bound sockets for metrics; nil to bind ``metricsAddress``, if there is one.
        public var metricsSockets: ListeningSockets?
        /// The collector of spans; nil sends none.
        public var collector: CollectorEndpoint?

        /// The defaults with `workers` workers, 1 or more.
        public init(workers: Int) {
            self.workers = workers
        }

        var demands: ServerPolicies.Demands {
            ServerPolicies.Demands(
                isExclusive: policyOnly,
                minimumAssurance: minimumAssurance,
                takesPhases: takesPhases,
                requiresCover: requiresCover,
                forbidsSealing: forbidsSealing
            )
        }

        /// The terms of a pool for these settings, with ``idleBytes`` of memory to keep for later requests. The region of a worker
        /// holds models, and results until their clients have taken them, too. A body can exist twice: decoding base64 or
        /// converting to UTF-8 makes a copy.
        func poolTerms(idleBytes: Int) -> WorkerPool.Terms {
            var setup = WorkSetup()
            setup.limits = limits
            setup.workBytes = maximumWorkBytes
            setup.demands = demands
            setup.models = models
            return WorkerPool.Terms(
                queue: JobQueue.Bounds(workers: workers, threads: threads, queue: queue, maximumWait: maximumWait),
                setup: setup,
                regionBytes: maximumWorkBytes + server.maximumReplyBytes + 4 * server.maximumBodyBytes
                    + (models == nil ? 0 : Workshop.byteCountOfModels),
                timeLimit: timeLimit,
                idleBytes: idleBytes
            )
        }
    }
}
