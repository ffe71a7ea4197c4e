import BoundedWork
import Redaction

/// The places of the frames of a run that are covered because of what other frames, or its trace, show.
///
/// Of a value that is typed a frame shows a part, which nothing finds. So a field that was filled in with something sensitive is covered
/// from its first touch on, as long as the page may show the same document. And a value that was found in one frame is covered in
/// those before and after it, as long as there is text in its place and most lines stay where they are.
struct FrameCovers {
    /// Milliseconds by which clocks and pictures differ.
    private static let linger = 500.0
    /// Places of one frame at most; one with more is covered whole.
    private static let mostPlaces = 500

    private typealias Place = Places.Place

    private let traces: [PlaywrightTrace]

    /// - Parameter traces: All traces that lie together, which may tell of each other's pages.
    init(_ traces: [PlaywrightTrace]) {
        self.traces = traces
    }

    /// The places to cover by the names of files.
    ///
    /// - Parameters:
    ///   - text: The text that was seen in each frame, by the name of its file; nothing is told of others.
    ///   - budget: Pays for each comparison.
    func places(
        _ text: [String: SeenText],
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [String: [Places.Place]] {
        var covers: [String: Set<Place>] = [:]
        let frames = traces.flatMap(\.frames).filter { text[$0.file] != nil }.sorted { $0.time < $1.time }
        for (page, frames) in Dictionary(grouping: frames, by: \.page) {
            try addTouched(of: frames, on: page, to: &covers, budget: &budget)
            let seen = frames.map { ($0.file, text[$0.file] ?? SeenText()) }
            try Self.addLasting(seen, to: &covers, budget: &budget)
            try Self.addLasting(seen.reversed(), to: &covers, budget: &budget)
        }
        return covers.mapValues { places in
            guard places.count <= Self.mostPlaces else { return [Place.whole] }
            return places.sorted {
                ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound)
            }
        }
    }

    /// Adds the boxes of fields.
    private func addTouched(
        of frames: [PlaywrightTrace.Frame],
        on page: String,
        to covers: inout [String: Set<Places.Place>],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let touches = traces.flatMap(\.touches).filter { $0.page == nil || $0.page == page }
        guard !touches.isEmpty else { return }
        let history = PageHistory(traces.flatMap(\.showings).filter { $0.page == page })
        let documents = touches.map { history.documents(round: $0.time) }
        for frame in frames {
            let shown = history.documents(round: frame.time, Self.linger)
            for (touch, documents) in zip(touches, documents) {
                try budget.spend(1 + documents.count)
                guard frame.time >= touch.time - Self.linger, shown.isEmpty || !shown.isDisjoint(with: documents) else {
                    continue
                }
                let place = Place(
                    columns: touch.columns.scaled(by: 1 / frame.width),
                    rows: touch.rows.scaled(by: 1 / frame.height)
                )
                if let place { covers[frame.file, default: []].insert(place) }
            }
        }
    }

    /// Adds the places of values to the frames that follow the one they were found in.
    private static func addLasting(
        _ frames: some Sequence<(file: String, text: SeenText)>,
        to covers: inout [String: Set<Places.Place>],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var lasting: Set<Place> = []
        var last = SeenText()
        for (file, text) in frames {
            try budget.spend(lasting.count * (text.lines.count + text.values.count))
            try budget.spend(last.lines.count * text.lines.count)
            if !text.showsSame(as: last) { lasting = [] }
            last = text
            // What is found in the frame itself takes the place of what lasts.
            lasting = lasting.filter { place in
                text.lines.contains { $0.isInPlace(of: place) } && !text.values.contains { $0.isSame(as: place) }
            }
            if !lasting.isEmpty { covers[file, default: []].formUnion(lasting) }
            lasting.formUnion(text.values.map(\.rounded))
            if lasting.count > mostPlaces { lasting = [Place.whole] }
        }
    }
}

/// The documents that a page showed one after the other.
private struct PageHistory {
    private let showings: [PlaywrightTrace.Showing]

    init(_ showings: [PlaywrightTrace.Showing]) {
        self.showings = showings.sorted { $0.time < $1.time }
    }

    /// The addresses that the page may have shown at a time, give or take `linger`; none if nothing is known.
    func documents(round time: Double, _ linger: Double = 0) -> Set<String> {
        let (first, last) = (time - linger, time + linger)
        guard let before = showings.lastIndex(where: { $0.time <= first }) ?? showings.indices.first else { return [] }
        let after = showings[before...].firstIndex { $0.time >= last } ?? showings.count - 1
        return Set(showings[before...after].map(\.address))
    }
}

extension SeenText {
    /// Whether at least half of the lines begin in the same places: a page as it is filled in, and not another page or another part
    /// of it.
    fileprivate func showsSame(as other: SeenText) -> Bool {
        let same = lines.count { line in other.lines.contains(where: line.beginsInPlace) }
        return 2 * same >= max(lines.count, other.lines.count)
    }
}

extension Places.Place {
    /// Steps of a width or a height to which places are rounded, so that a place that is found again and again is one.
    private static let steps = 512.0

    /// The place grown to whole steps.
    fileprivate var rounded: Places.Place {
        func grown(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
            (range.lowerBound * Self.steps).rounded(.down) / Self.steps...(range.upperBound * Self.steps).rounded(.up)
                / Self.steps
        }
        return Places.Place(columns: grown(columns), rows: grown(rows)) ?? self
    }

    /// Whether a line of text stands where `value` does: a part of it, or something else in its place.
    fileprivate func isInPlace(of value: Places.Place) -> Bool {
        isBeside(value) && commonColumns(with: value) >= Self.beginning * value.width
    }

    /// Whether both are of one value, which is found a little otherwise in each frame.
    fileprivate func isSame(as other: Places.Place) -> Bool {
        isBeside(other) && 2 * commonColumns(with: other) >= max(width, other.width)
    }

    /// Share of the width of a value that a part of it has at least, which is more than places are wrong by.
    private static let beginning = 0.1

    private var width: Double { columns.upperBound - columns.lowerBound }

    private func commonColumns(with other: Places.Place) -> Double {
        min(columns.upperBound, other.columns.upperBound) - max(columns.lowerBound, other.columns.lowerBound)
    }

    fileprivate func beginsInPlace(of line: Places.Place) -> Bool {
        isBeside(line) && abs(columns.lowerBound - line.columns.lowerBound) < Self.wander
    }

    /// Share of a width by which the beginning of a line that stays is found elsewhere, at most.
    private static let wander = 0.01

    private func isBeside(_ other: Places.Place) -> Bool {
        let common = min(rows.upperBound, other.rows.upperBound) - max(rows.lowerBound, other.rows.lowerBound)
        let height = min(rows.upperBound - rows.lowerBound, other.rows.upperBound - other.rows.lowerBound)
        return common >= height / 2
    }
}

extension ClosedRange<Double> {
    fileprivate func scaled(by factor: Double) -> ClosedRange<Double> { lowerBound * factor...upperBound * factor }
}
