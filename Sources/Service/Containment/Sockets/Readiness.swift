import Glibc

/// Which of two descriptors can be read.
struct Readiness: OptionSet {
    let rawValue: Int

    static let first = Readiness(rawValue: 1)
    static let second = Readiness(rawValue: 2)

    /// Waits on this thread until one of the descriptors can be read, its other end has gone, or the deadline passes: then
    /// neither.
    static func wait(
        for first: Descriptor,
        _ second: Descriptor?,
        until deadline: ContinuousClock.Instant
    ) -> Readiness {
        var polled = [pollfd(fd: first.number, events: Int16(POLLIN), revents: 0)]
        if let second { polled.append(pollfd(fd: second.number, events: Int16(POLLIN), revents: 0)) }
        while true {
            let rest = max(.zero, deadline - .now)
            let milliseconds = Int32(clamping: Int((rest / .milliseconds(1)).rounded(.up)))
            let count = poll(&polled, nfds_t(polled.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return [] }
            var readiness: Readiness = []
            if polled[0].revents != 0 { readiness.insert(.first) }
            if polled.count > 1, polled[1].revents != 0 { readiness.insert(.second) }
            return readiness
        }
    }
}
