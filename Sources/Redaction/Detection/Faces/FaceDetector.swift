import BoundedWork
import ImageCore
import SecureMemory

/// Finds faces: CenterFace.
struct FaceDetector: Sendable {
    /// What looking at a pixel of the network costs.
    private static let unitsOfPixel = 17
    /// Columns or rows of the network, whichever are fewer, that a picture is brought to.
    private static let shorterEdge = 768.0
    /// The least and the largest of a picture's pixels that the network sees.
    private static let scales = 0.5...2.0
    /// The longer edge of the whole picture, as it is shown once more for faces that a tile cannot hold.
    private static let longerEdge = 640.0

    let model: Model

    /// All faces within an area, the surest first.
    ///
    /// - Throws: ``DetectionFailure``.
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

    /// Looks at a small picture.
    ///
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
        var found: [Face] = []
        try DetectionFailure.wrapping {
            let scaler = try PictureScaler(for: pixels, budget.cancellation)
            for rows in tiles.rows {
                for columns in tiles.columns {
                    try budget.spend(rows.padded.count * columns.padded.count * Self.unitsOfPixel)
                    let planes = try Planes(width: columns.padded.count, height: rows.padded.count)
                    let (shownColumns, shownRows) = (
                        columns.shown(scale, from: area.x), rows.shown(scale, from: area.y)
                    )
                    scaler.show(pixels, columns: shownColumns, rows: shownRows, as: .plain, in: planes)
                    let origin = Point(x: shownColumns.lowerBound, y: shownRows.lowerBound)
                    found += try faces(in: planes, run).map { face in face.mapped { $0 * (1 / scale) + origin } }
                }
            }
        }
        return found
    }

    private func faces(in planes: borrowing Planes, _ run: ModelRun) throws(DetectionFailure) -> [Face] {
        let (width, height) = (planes.width, planes.height)
        return try model.run(planes, run) { (outputs) throws(DetectionFailure) in
            guard let maps = FaceMaps(outputs, width: width, height: height) else {
                throw .broken("the face detector returned another size than it was given")
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
