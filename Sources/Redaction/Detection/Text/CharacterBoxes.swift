import BoundedWork
import ImageCore

/// Characters in boxes of their own, like the digits of a code that is entered. The network passes over some, at equal distances
/// from their neighbours.
struct CharacterBoxes {
    /// Width of a single character, in its heights.
    private static let widest = 1.2
    /// Distance of the middles of characters of a row up or down, in heights.
    private static let slope = 0.3
    /// Distances of characters that were found, in heights of one.
    private static let pitches = 1.3...12
    /// Tolerance of the place of a box, in distances between boxes.
    private static let tolerance = 0.08
    private static let mostPassedOver = 2
    /// Parts that a distance may be divided into by boxes that were all passed over, the most likely one first.
    private static let divisions = [4, 3, 2]
    /// Boxes that are looked for before the first one and behind the last one.
    private static let reach = 7
    /// Contrast of a character, as a share of its neighbours'.
    private static let leastContrast = 0.6

    private struct Character {
        let line: TextDetector.Line
        let x: Double
        let y: Double
        let height: Double

        init?(_ line: TextDetector.Line) {
            let box = line.fitted.quadrilateral
            guard box.isUpright, box.width <= CharacterBoxes.widest * box.height else { return nil }
            self.line = line
            (x, y) = ((box.topLeft.x + box.topRight.x) / 2, (box.topLeft.y + box.bottomLeft.y) / 2)
            height = box.height
        }
    }

    /// The lines beside the found ones.
    static func passedOver(
        beside lines: [TextDetector.Line],
        in pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [TextDetector.Line] {
        var boxes = CharacterBoxes(places: lines.map(\.fitted.place))
        for row in try rows(of: lines.compactMap(Character.init), budget: &budget) {
            for run in runs(in: row) { try boxes.search(beside: run, pixels, area, budget: &budget) }
        }
        return boxes.found
    }

    /// Places of all lines, with the ones that were passed over.
    private var places: [Place]
    private var found: [TextDetector.Line] = []

    private init(places: [Place]) {
        self.places = places
    }

    private static func rows(
        of characters: [Character],
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [[Character]] {
        let sorted = characters.sorted { $0.y < $1.y }
        var isTaken = [Bool](repeating: false, count: sorted.count)
        var rows: [[Character]] = []
        for first in sorted.indices where !isTaken[first] {
            var row: [Character] = []
            for index in first..<sorted.count {
                try budget.spend()
                guard sorted[index].y - sorted[first].y <= slope * sorted[first].height else { break }
                let ratio = sorted[index].height / sorted[first].height
                guard !isTaken[index], (0.7...1.4).contains(ratio) else { continue }
                isTaken[index] = true
                row.append(sorted[index])
            }
            if row.count > 1 { rows.append(row.sorted { $0.x < $1.x }) }
        }
        return rows
    }

    /// The parts of a row whose characters are equally far from each other, or several times as far.
    private static func runs(in row: [Character]) -> [[Character]] {
        let gaps = zip(row.dropFirst(), row).map { $0.x - $1.x }
        guard let pitch = gaps.filter({ pitches.contains($0 / row[0].height) }).min() else { return [] }
        var runs = [[row[0]]]
        for (character, gap) in zip(row.dropFirst(), gaps) {
            let steps = (gap / pitch).rounded()
            let isNext = steps >= 1 && Int(steps) <= mostPassedOver + 1 && abs(gap / pitch - steps) <= tolerance * steps
            if isNext { runs[runs.count - 1].append(character) } else { runs.append([character]) }
        }
        return runs.filter { $0.count > 1 }
    }

    private mutating func search(
        beside run: [Character],
        _ pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let (first, last) = (run[0], run[run.count - 1])
        let pixelCount = Int(2 * first.height * first.height) + 1
        try budget.spend(places.count / 4 + run.count * pixelCount)
        let contrasts = run.map { Self.contrast(of: $0.line.fitted.quadrilateral, pixels, area) }
        let least = max(Self.leastContrast * Double(contrasts.min() ?? 0), 1)
        let model = Self.line(like: run)
        let rows = min(first.y, last.y)...max(first.y, last.y)
        var near = places.filter { $0.rows.overlaps(rows) }
        /// Whether a line is at a column; one that was passed over is added to the found ones on demand.
        func look(at x: Double, adding isAdded: Bool = true) throws(BudgetFailure) -> Bool {
            try budget.spend(near.count + pixelCount)
            let place = Point(x: x, y: first.y + (last.y - first.y) * (x - first.x) / (last.x - first.x))
            if near.contains(where: { $0.contains(place) }) { return isAdded }
            let line = model.moved(to: place)
            guard Double(Self.contrast(of: line.fitted.quadrilateral, pixels, area)) >= least else { return false }
            if isAdded {
                found.append(line)
                places.append(line.fitted.place)
                near.append(line.fitted.place)
            }
            return true
        }
        guard let (end, start) = zip(run.dropFirst(), run).min(by: { $0.0.x - $0.1.x < $1.0.x - $1.1.x }) else {
            return
        }
        var pitch = end.x - start.x
        for parts in Self.divisions where pitch / Double(parts) >= Self.pitches.lowerBound * first.height {
            var isDivided = true
            for part in 1..<parts where isDivided {
                isDivided = try look(at: start.x + pitch * Double(part) / Double(parts), adding: false)
            }
            guard isDivided else { continue }
            pitch /= Double(parts)
            break
        }
        let steps = Int(((last.x - first.x) / pitch).rounded())
        pitch = (last.x - first.x) / Double(steps)
        for step in 1..<max(steps, 1) { _ = try look(at: first.x + Double(step) * pitch) }
        for (origin, direction) in [(first.x, -pitch), (last.x, pitch)] {
            for step in 1...Self.reach { guard try look(at: origin + Double(step) * direction) else { break } }
        }
    }

    private static func line(like run: [Character]) -> TextDetector.Line {
        func box(_ sizes: [Quadrilateral]) -> Quadrilateral {
            Quadrilateral(x: 0...(sizes.map(\.width).max() ?? 0), y: 0...(sizes.map(\.height).max() ?? 0))
        }
        return TextDetector.Line(
            quadrilateral: box(run.map(\.line.quadrilateral)),
            fitted: LineFit.Fitted(quadrilateral: box(run.map(\.line.fitted.quadrilateral)), gaps: nil),
            score: run.map(\.line.score).min() ?? 0
        )
    }

    /// The largest range of any channel in a box, 0 to 255; 0 if not all of it lies within an area.
    private static func contrast(of box: Quadrilateral, _ pixels: borrowing PixelBuffer, _ area: PixelRect) -> Int {
        guard let rect = box.boundingRect(in: pixels.size), area.contains(rect), rect.width + 1 >= Int(box.width) else {
            return 0
        }
        var (least, most) = (SIMD3<UInt8>(repeating: 255), SIMD3<UInt8>(repeating: 0))
        let channels = pixels.format.channels
        for y in rect.rows {
            pixels.withRow(y) { row in
                for x in rect.columns {
                    let pixel = SIMD3(row[x &* channels], row[x &* channels &+ 1], row[x &* channels &+ 2])
                    least = pointwiseMin(least, pixel)
                    most = pointwiseMax(most, pixel)
                }
            }
        }
        return Int((most &- least).max())
    }
}

private struct Place {
    let columns: ClosedRange<Double>
    let rows: ClosedRange<Double>

    func contains(_ point: Point) -> Bool { columns.contains(point.x) && rows.contains(point.y) }
}

extension LineFit.Fitted {
    fileprivate var place: Place { Place(columns: quadrilateral.columns, rows: quadrilateral.rows) }
}

extension TextDetector.Line {
    fileprivate func moved(to middle: Point) -> TextDetector.Line {
        func moved(_ box: Quadrilateral) -> Quadrilateral {
            let way = middle - box.center
            return box.mapped { $0 + way }
        }
        return TextDetector.Line(
            quadrilateral: moved(quadrilateral),
            fitted: LineFit.Fitted(quadrilateral: moved(fitted.quadrilateral), gaps: nil),
            score: score
        )
    }
}
