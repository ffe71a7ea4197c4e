import Glibc

/// What stands in the way of a test, and is no outcome of one.
struct Obstacle: Error, CustomStringConvertible {
    let description: String
}

/// Whether `condition` comes true within `seconds`. Blocks the thread between attempts.
func eventually(within seconds: Int = 10, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
        guard .now < deadline else { return false }
        usleep(20_000)
    }
    return true
}
