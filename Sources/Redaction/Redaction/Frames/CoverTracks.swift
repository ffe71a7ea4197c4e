import Detection
package import ImageCore

/// The findings in a recording with the times for which they are covered.
///
/// What was found is covered as long as its pixels are the same, from before it was found until they change, and for a while more on
/// both sides. A value that is typed is so covered from its first characters on. What moves is followed, both ways, as far as it shows.
package struct CoverTracks: Sendable {
    private struct Track {
        let number: Int
        let sight: Sight
        let finding: Finding
        let from: Double
        /// The second of the first frame with other pixels; nil if none has come yet.
        var until: Double?
    }

    /// What is covered at a time. Equal numbers have the same findings.
    package struct Covered: Sendable {
        package let numbers: [Int]
        package let findings: SeenFindings

        /// What is covered once other things are seen.
        package func followed(by findings: SeenFindings) -> Covered {
            Covered(numbers: [(numbers.first ?? 0) + 1], findings: findings)
        }
    }

    private let linger: Double
    private let size: PixelSize
    private let nothing: SeenFindings
    private var lines = LineHistory()
    private var motions = MotionHistory()
    private var tracks: [Track] = []
    private var next = 0
    private var last: Covered?

    /// Parts of one finding, at all places where it was, at most.
    private static let mostParts = 1024
    /// Pixels of a part of a finding that is told apart from the rest.
    private static let leastWidth = 4

    /// - Parameters:
    ///   - linger: The seconds for which a finding is covered before and after.
    ///   - size: That of the frames.
    ///   - nothing: The findings in a frame without any.
    init(linger: Double, size: PixelSize, nothing: SeenFindings) {
        (self.linger, self.size, self.nothing) = (linger, size, nothing)
    }

    // MARK: - Findings

    /// Notes what a frame shows, after its changes were noted in `history`.
    ///
    /// - Parameters:
    ///   - things: The lines among which the findings were found.
    ///   - moved: The motions since the frame before, with its history; nil for none.
    package mutating func see(
        _ findings: SeenFindings,
        among things: SeenThings,
        at second: Double,
        _ history: PixelHistory,
        moved: (motions: [FrameMotion], from: PixelHistory)? = nil
    ) {
        let ended = endChanged(at: second, history)
        if let moved {
            motions.note(moved.motions, at: second, moved.from)
            for track in ended { follow(track, along: moved.motions, at: second) }
            for motion in moved.motions { lines.follow(motion, at: second, in: size) }
        }
        lines.see(things.lines, at: second)
        for (sight, found) in findings.findings {
            for finding in found where !isCovered(finding, of: sight) {
                add(finding, of: sight, history)
                addEarlier(finding, of: sight)
            }
        }
        for track in ended { addLater(track, at: second) }
    }

    /// Covers what has moved where it is now, cut off where it is.
    private mutating func follow(_ track: Track, along motions: [FrameMotion], at second: Double) {
        guard track.finding.isRectangle else { return }
        for motion in motions {
            guard let place = track.finding.pixels(in: size), place.intersection(motion.area) != nil,
                let moved = track.finding.moved(by: motion.vector, within: motion.lane),
                let pixels = moved.pixels(in: size), motion.brought(pixels), !isCovered(moved, of: track.sight)
            else { continue }
            append(moved, of: track.sight, from: second)
        }
    }

    /// Covers a finding in the lines that its line was before it was found.
    private mutating func addEarlier(_ finding: Finding, of sight: Sight) {
        guard finding.source == .text, finding.isRectangle else { return }
        let bounds = finding.outline.bounds
        guard let (now, before) = lines.states(round: bounds.left...bounds.right, bounds.top...bounds.bottom) else {
            return
        }
        for state in before {
            guard let earlier = finding.moved(from: now.place, to: state.place) else { continue }
            append(earlier, of: sight, from: state.from, until: state.until)
        }
    }

    /// Covers what was found in a line in that which it has become, though it is not found any more.
    private mutating func addLater(_ track: Track, at second: Double) {
        guard track.finding.source == .text, track.finding.isRectangle else { return }
        let bounds = track.finding.outline.bounds
        let ended = lines.states.filter { state in
            state.until == second && state.place.rows.overlaps(bounds.top...bounds.bottom)
                && state.place.columns.overlaps(bounds.left...bounds.right)
        }
        for before in ended {
            for state in lines.states where state.track == before.track && state.until == nil {
                guard let later = track.finding.moved(from: before.place, to: state.place),
                    !isCovered(later, of: track.sight)
                else { continue }
                append(later, of: track.sight, from: second)
            }
        }
    }

    private func isCovered(_ finding: Finding, of sight: Sight) -> Bool {
        tracks.contains { $0.until == nil && $0.sight == sight && $0.finding.holds(finding) }
    }

    /// Ends what other pixels took the place of, and keeps the parts of it that are as they were; what was ended.
    private mutating func endChanged(at second: Double, _ history: PixelHistory) -> [Track] {
        var ended: [Track] = []
        for index in tracks.indices where tracks[index].until == nil {
            let track = tracks[index]
            guard let rect = track.finding.pixels(in: size) else { continue }
            let columns = history.columns(of: rect)
            guard let first = columns.first(where: { $0.since >= second }),
                let last = columns.last(where: { $0.since >= second })
            else { continue }
            tracks[index].until = second
            ended.append(track)
            guard track.finding.isRectangle else { continue }
            for rest in [rect.x..<first.columns.lowerBound, last.columns.upperBound..<rect.maxX] {
                guard rest.count >= Self.leastWidth else { continue }
                append(track.finding.part(rest), of: track.sight, from: track.from)
            }
        }
        return ended
    }

    /// Adds a finding by its parts that have been there for different times, and where motions have brought these from.
    private mutating func add(_ finding: Finding, of sight: Sight, _ history: PixelHistory) {
        var rest: [(finding: Finding, history: PixelHistory, until: Double?)] = [(finding, history, nil)]
        var count = 0
        while let (finding, history, until) = rest.popLast(), count < Self.mostParts {
            for (part, since) in parts(of: finding, history) {
                append(part, of: sight, from: since, until: until)
                count += 1
                guard since < until ?? .infinity, let place = part.pixels(in: size), part.isRectangle else { continue }
                for past in motions[since] where past.motion.brought(anyOf: place) {
                    let earlier = part.moved(by: past.motion.vector.reversed, within: past.motion.lane)
                    if let earlier { rest.append((earlier, past.from, since)) }
                }
            }
        }
    }

    /// The parts of a finding that have been as they are for different times, each with its second; all of what is no rectangle.
    private func parts(of finding: Finding, _ history: PixelHistory) -> [(part: Finding, since: Double)] {
        guard let rect = finding.pixels(in: size) else { return [] }
        let columns = history.columns(of: rect)
        guard finding.isRectangle else { return [(finding, columns.map(\.since).max() ?? 0)] }
        var (parts, rest): ([(Finding, Double)], _) = ([], columns[...])
        while let first = rest.first {
            let run = rest.prefix { $0.since == first.since }
            rest = rest.dropFirst(run.count)
            let end = run.last?.columns.upperBound ?? first.columns.upperBound
            parts.append((finding.part(first.columns.lowerBound..<end), first.since))
        }
        return parts
    }

    private mutating func append(_ finding: Finding, of sight: Sight, from: Double, until: Double? = nil) {
        tracks.append(Track(number: next, sight: sight, finding: finding, from: from, until: until))
        next += 1
    }

    // MARK: - Covers

    /// What is covered at a second, once it is known what the frames show in the seconds after. Called for later and later seconds.
    package mutating func covered(at second: Double) -> Covered {
        tracks.removeAll { ($0.until ?? .infinity) + linger <= second }
        let shown = tracks.filter { $0.from - linger <= second }
        let numbers = shown.map(\.number)
        if let last, last.numbers == numbers { return last }
        var findings = nothing
        for track in shown { findings.join(track.finding, of: track.sight) }
        let covered = Covered(numbers: numbers, findings: findings)
        last = covered
        return covered
    }
}
