import Redaction

/// The findings in the frames of a recording, as long as they have to be covered.
struct Sightings {
    private struct Sighting {
        let number: Int
        let findings: SeenFindings
        let from: Double
        /// The time of the first frame that shows other things; nil if none has come yet.
        var until: Double?
    }

    /// The findings that are covered at a time. Equal numbers have the same findings.
    struct Covered {
        let numbers: [Int]
        let findings: SeenFindings
    }

    private let linger: Double
    private var sightings: [Sighting] = []
    private var next = 0
    private var last: Covered?

    /// - Parameter linger: The seconds before and after a finding was seen for which it is covered.
    init(linger: Double) { self.linger = linger }

    /// Notes what the frames show from a second on.
    mutating func see(_ findings: SeenFindings, at second: Double) {
        if let last = sightings.indices.last { sightings[last].until = second }
        sightings.append(Sighting(number: next, findings: findings, from: second))
        next += 1
    }

    /// What is covered at a second, once it is known what the frames show in the seconds after; nil before anything was noted.
    /// Called for later and later seconds.
    mutating func covered(at second: Double) -> Covered? {
        sightings.removeAll { ($0.until ?? .infinity) + linger < second }
        let shown = sightings.prefix { $0.from - linger <= second }
        let numbers = shown.map(\.number)
        if let last, last.numbers == numbers { return last }
        guard let first = shown.first else { return nil }
        let covered = Covered(numbers: numbers, findings: first.findings.joined(with: shown.dropFirst().map(\.findings)))
        last = covered
        return covered
    }
}
