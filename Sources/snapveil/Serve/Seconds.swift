import ArgumentParser

/// A time span in seconds, as an operator writes it: `2.5`. Above 0, a day at the most.
struct Seconds: ExpressibleByArgument {
    /// The time span.
    let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        guard let seconds = Double(argument), seconds > 0, seconds <= 86_400 else { return nil }
        duration = .seconds(seconds)
    }
}
