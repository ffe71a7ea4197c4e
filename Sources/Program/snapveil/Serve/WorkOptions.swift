import ArgumentParser
import ImageCore
import SnapveilService

struct WorkOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Pictures worked on at a time.", valueName: "n"))
    var workers = ServerSetting(\.service.workers, in: 1...1024) { _ in
        """
        one per core, or as the CPU quota of the container has it, with models one more, and as many as a third of the memory \
        has room for
        """
    }
    @Option(
        help: ArgumentHelp(
            "The longest that a request should wait for a worker, and its body for memory; past that, 503.",
            valueName: "seconds"
        )
    )
    var maxWait = ServerSetting(\.service.maximumWait)
    @Option(help: ArgumentHelp("Requests that wait for a worker; past that, 503.", valueName: "n"))
    var queue = ServerSetting(\.service.queue, in: 0...Int.max, default: { _ in "no bound" })
    @Option(
        help: ArgumentHelp(
            "The longest that the work on a request may take; past that, 422.",
            valueName: "seconds"
        )
    )
    var workTimeout = ServerSetting(\.service.timeLimit)
    @Option(help: ArgumentHelp("Largest picture.", valueName: "pixels"))
    var maxPixels = ServerSetting(
        \.service.limits.maximumPixels,
        in: 1...2_000_000_000,
        default: { "what --max-work-bytes has room for, at most \($0)" }
    )
    @Option(help: ArgumentHelp("Longest edge of a picture.", valueName: "pixels"))
    var maxEdge = ServerSetting(\.service.limits.maximumEdge, in: 1...1_000_000)
}
