import ArgumentParser
import HTTPServer
import ImageCore
import SnapveilService

struct WorkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Pictures worked on at a time. (default: one a core, or as the CPU quota of the container has it, and as many as a \
            third of the memory has room for)
            """,
            valueName: "n"
        )
    )
    var workers: Int?
    @Option(
        help: .setting(
            "The longest that a request should wait for a worker, and its body for memory; past that, 503.",
            "seconds",
            default: \.maximumWait
        )
    )
    var maxWait: Seconds?
    @Option(help: ArgumentHelp("Requests that wait for a worker; past that, 503. (default: no bound)", valueName: "n"))
    var queue: Int?
    @Option(
        help: .setting(
            "The longest that the work on a request may take; past that, 422.",
            "seconds",
            default: \.timeLimit
        )
    )
    var workTimeout: Seconds?
    @Option(
        help: ArgumentHelp(
            """
            Largest picture. (default: what --max-work-bytes has room for, at most \
            \(SnapveilService.Configuration(workers: 1).limits.maximumPixels))
            """,
            valueName: "pixels"
        )
    )
    var maxPixels: Int?
    @Option(help: .setting("Longest edge of a picture.", "pixels", default: \.limits.maximumEdge))
    var maxEdge: Int?

    /// Reads the amount of work at a time into `settings`, whose longest body and models are set.
    func apply(
        _ reader: inout SettingReader,
        to settings: inout SnapveilService.Configuration
    ) throws(InvalidSetting) {
        let plan = MemoryPlan(byteCount: HostLimits.memoryByteCount)
        let room = plan.workers(for: settings)
        settings.workers = min(HostLimits.processorCount, room)
        try reader.read(workers, CodingKeys.workers, in: 1...1024, into: &settings.workers)
        try reader.read(maxWait, CodingKeys.maxWait, into: &settings.maximumWait)
        settings.server.uploadAdmissionTimeout = settings.maximumWait
        try reader.read(workTimeout, CodingKeys.workTimeout, into: &settings.timeLimit)
        try reader.read(queue, CodingKeys.queue, in: 0...Int.max, into: &settings.queue)
    }

    /// Reads the bounds on pictures into `settings`, whose memory is set.
    func applyLimits(
        _ reader: inout SettingReader,
        to settings: inout SnapveilService.Configuration
    ) throws(InvalidSetting) {
        let room = settings.maximumWorkBytes / SnapveilService.Configuration.workBytesOfPixel
        settings.limits.maximumPixels = max(min(settings.limits.maximumPixels, room), 1)
        try reader.read(maxPixels, CodingKeys.maxPixels, in: 1...2_000_000_000, into: &settings.limits.maximumPixels)
        try reader.read(maxEdge, CodingKeys.maxEdge, in: 1...1_000_000, into: &settings.limits.maximumEdge)
        guard settings.limits.maximumPixels <= room else {
            throw InvalidSetting(
                message: """
                    max-pixels is \(settings.limits.maximumPixels), and max-work-bytes (\(settings.maximumWorkBytes)) has \
                    room for \(room)
                    """
            )
        }
    }
}
