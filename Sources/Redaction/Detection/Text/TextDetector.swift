import BoundedWork
import ImageCore
import SecureMemory

/// Search for lines of text, without reading them: PP-OCRv6's detector.
struct TextDetector: Sendable {
    private static let unitsOfPixel = 13

    let model: Model

    struct Line {
        /// The line in the form that the network was trained to see, which the recogniser was trained to read.
        let quadrilateral: Quadrilateral
        let fitted: LineFit.Fitted
        let score: Double
    }

    func lines(
        in pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        before backdrop: Backdrop,
        _ run: ModelRun,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [Line] {
        let scale = TextScale.scale(for: pixels.size)
        let map = try probabilities(in: pixels, area, before: backdrop, scale, run, budget: &budget)
        let lines = try DetectionFailure.wrapping { try TextBlobs.lines(in: map, budget: &budget) }
        let origin = Point(x: Double(area.x), y: Double(area.y))
        func place(_ point: Point) -> Point { point * (1 / scale) + origin }
        let places = lines.map { $0.quadrilateral.mapped(place) }
        try DetectionFailure.wrapping {
            try budget.spend(places.reduce(0) { $0 + Int($1.width * $1.height) / 2 + 1 })
        }
        let fitted = try run.map(lines.count) { (index) throws(DetectionFailure) in
            let (line, core) = (places[index], lines[index].core.mapped(place))
            let fitted = Self.fitted(line, core: core, in: pixels, area)
            return Line(quadrilateral: line, fitted: fitted, score: lines[index].score)
        }
        return try DetectionFailure.wrapping {
            fitted + (try CharacterBoxes.passedOver(beside: fitted, in: pixels, area, budget: &budget))
        }
    }

    /// Growth of a tilted line, in its heights.
    private static let tiltedMargin = 0.08

    private static func fitted(
        _ line: Quadrilateral,
        core: Quadrilateral,
        in pixels: borrowing PixelBuffer,
        _ area: PixelRect
    ) -> LineFit.Fitted {
        guard line.isUpright else {
            let margin = line.height * tiltedMargin + 1
            return LineFit.Fitted(quadrilateral: line.grown(alongLine: margin, acrossLine: margin), gaps: nil)
        }
        return LineFit(core: core, line: line).fitted(in: pixels, area)
    }

    private func probabilities(
        in pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        before backdrop: Backdrop,
        _ scale: Double,
        _ run: ModelRun,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> ProbabilityMap {
        let width = max(Int((Double(area.width) * scale).rounded(.up)), 1)
        let height = max(Int((Double(area.height) * scale).rounded(.up)), 1)
        let tiles = Tiles(width: width, height: height)
        let map = try DetectionFailure.wrapping {
            // For all of them first, so that nothing is looked at in vain.
            try budget.spend(tiles.area * Self.unitsOfPixel)
            return try ProbabilityMap(width: width, height: height)
        }
        let (all, cancellation) = (tiles.all, budget.cancellation)
        _ = try run.map(all.count) { (index) throws(DetectionFailure) in
            let (columns, rows) = all[index]
            let planes = try DetectionFailure.wrapping {
                let scaler = try PictureScaler(for: pixels, before: backdrop, cancellation)
                let planes = try Planes(width: columns.padded.count, height: rows.padded.count)
                let (shownColumns, shownRows) = (columns.shown(scale, from: area.x), rows.shown(scale, from: area.y))
                scaler.show(pixels, columns: shownColumns, rows: shownRows, as: .textDetector, in: planes)
                return planes
            }
            try look(at: planes, columns, rows, run, map)
        }
        return map
    }

    /// - Throws: ``DetectionFailure`` if the network is another than it should be.
    func tryOut(_ run: ModelRun) throws(DetectionFailure) {
        let edge = Tiles.Limits.networks.unit
        let tile = Tiles(width: edge, height: edge).columns[0]
        let planes = try DetectionFailure.wrapping { try Planes.blank(width: edge, height: edge) }
        let map = try DetectionFailure.wrapping { try ProbabilityMap(width: edge, height: edge) }
        try look(at: planes, tile, tile, run, map)
    }

    private func look(
        at planes: borrowing Planes,
        _ columns: Tiles.Tile,
        _ rows: Tiles.Tile,
        _ run: ModelRun,
        _ map: borrowing ProbabilityMap
    ) throws(DetectionFailure) {
        let count = planes.width * planes.height
        try model.run(planes, run) { (outputs) throws(DetectionFailure) in
            guard let output = outputs.first?.values, let probabilities = output.baseAddress, output.count == count
            else {
                throw .broken("the text detector returned a result of the wrong size")
            }
            map.write(probabilities, columns: columns, rows: rows)
        }
    }
}

/// Pixels of the detector's network for a pixel of the picture.
///
/// The network finds lines from five of its pixels high up to a hundred. The screens of phones show three pixels where browsers
/// show one, and have about as many columns as these have rows.
enum TextScale {
    /// Columns or rows of the network for a picture, whichever are fewer.
    private static let shorterEdge = 704.0
    /// Bounds beyond which text would be too small, or nothing more be seen.
    private static let bounds = 0.5...1.5

    static func scale(for size: PixelSize) -> Double {
        min(max(shorterEdge / Double(min(size.width, size.height)), bounds.lowerBound), bounds.upperBound)
    }
}
