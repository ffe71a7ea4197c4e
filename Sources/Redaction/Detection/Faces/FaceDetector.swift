import BoundedWork
import ImageCore
import SecureMemory

/// Face detector: CenterFace.
struct FaceDetector: Sendable {
    private static let unitsOfPixel = 17
    /// Columns or rows of the network for a picture, whichever are fewer.
    private static let shorterEdge = 768.0
    /// Pixels of the network for each of the picture.
    private static let scales = 0.5...2.0
    /// The longer edge of the whole picture, which is shown once more for faces that a tile cannot hold.
    private static let longerEdge = 640.0

    let model: Model

    func faces(
        in pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        _ run: ModelRun,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [Face] {
        let shorter = Double(min(pixels.size.width, pixels.size.height))
        let scale = min(max(Self.shorterEdge / shorter, Self.scales.lowerBound), Self.scales.upperBound)
        var found = try look(at: pixels, area, scale, run, budget: &budget)
        let small = Self.longerEdge / Double(max(area.width, area.height))
        if small < scale / 2 { found += try look(at: pixels, area, small, run, budget: &budget) }
        return try DetectionFailure.wrapping { try FaceSuppression.faces(found, budget: &budget) }
    }

    /// - Throws: ``DetectionFailure`` if the network is another than it should be.
    func tryOut(_ run: ModelRun) throws(DetectionFailure) {
        let edge = Tiles.Limits.networks.unit
        _ = try faces(in: DetectionFailure.wrapping { try Planes.blank(width: edge, height: edge) }, run)
    }

    private func look(
        at pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        _ scale: Double,
        _ run: ModelRun,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [Face] {
        let tiles = Tiles(
            width: max(Int((Double(area.width) * scale).rounded(.up)), 1),
            height: max(Int((Double(area.height) * scale).rounded(.up)), 1)
        )
        // For all of them first, so that nothing is looked at in vain.
        try DetectionFailure.wrapping { try budget.spend(tiles.area * Self.unitsOfPixel) }
        let (all, cancellation) = (tiles.all, budget.cancellation)
        let found = try run.map(all.count) { (index) throws(DetectionFailure) in
            let (columns, rows) = all[index]
            let (shownColumns, shownRows) = (columns.shown(scale, from: area.x), rows.shown(scale, from: area.y))
            let planes = try DetectionFailure.wrapping {
                let scaler = try PictureScaler(for: pixels, cancellation)
                let planes = try Planes(width: columns.padded.count, height: rows.padded.count)
                scaler.show(pixels, columns: shownColumns, rows: shownRows, as: .plain, in: planes)
                return planes
            }
            let origin = Point(x: shownColumns.lowerBound, y: shownRows.lowerBound)
            return try faces(in: planes, run).map { face in face.mapped { $0 * (1 / scale) + origin } }
        }
        return found.flatMap(\.self)
    }

    private func faces(in planes: borrowing Planes, _ run: ModelRun) throws(DetectionFailure) -> [Face] {
        let (width, height) = (planes.width, planes.height)
        return try model.run(planes, run) { (outputs) throws(DetectionFailure) in
            guard let maps = FaceMaps(outputs, width: width, height: height) else {
                throw .broken("the face detector returned a result of the wrong size")
            }
            return maps.faces
        }
    }
}

extension Face {
    fileprivate func mapped(_ transform: (Point) -> Point) -> Face {
        Face(
            quadrilateral: quadrilateral.mapped(transform),
            score: score,
            leftEye: transform(leftEye),
            rightEye: transform(rightEye),
            nose: transform(nose),
            leftMouthCorner: transform(leftMouthCorner),
            rightMouthCorner: transform(rightMouthCorner)
        )
    }
}

/// Selection of the surest of findings that overlap.
enum FaceSuppression {
    /// Share of their union from which on two that overlap are one face.
    private static let overlap = 0.3
    /// Share of the smaller one within the other from which on they are one face.
    private static let containment = 0.7
    static let maximumCount = 10_000

    /// - Throws: `BudgetFailure`, also if more than ``maximumCount`` are left.
    static func faces(_ found: [Face], budget: inout WorkBudget) throws(BudgetFailure) -> [Face] {
        var kept: [Face] = []
        for face in found.sorted(by: { $0.score > $1.score }) {
            try budget.spend(kept.count * 4 + 1)
            guard !kept.contains(where: { isSame($0, face) }) else { continue }
            kept.append(face)
            guard kept.count <= maximumCount else { throw .spent }
        }
        return kept
    }

    private static func isSame(_ one: Face, _ other: Face) -> Bool {
        let (left, right) = (one.quadrilateral, other.quadrilateral)
        let width = shared(left.columns, right.columns)
        let height = shared(left.rows, right.rows)
        let (common, areas) = (width * height, (left.width * left.height, right.width * right.height))
        return common >= overlap * (areas.0 + areas.1 - common) || common >= containment * min(areas.0, areas.1)
    }

    private static func shared(_ one: ClosedRange<Double>, _ other: ClosedRange<Double>) -> Double {
        max(min(one.upperBound, other.upperBound) - max(one.lowerBound, other.lowerBound), 0)
    }
}
