import Detection

/// Something sensitive that was seen in a snapshot: what it is and where, never what it says.
struct Finding: Sendable {
    /// What something was seen as. The raw values are what receipts say.
    enum Source: String, Sendable, CaseIterable {
        case text
        case face
        case code
    }

    /// What it was seen as.
    let source: Source
    /// The kind of text or of code; nil for a face, and for text of which nothing is known.
    let kind: String?
    /// How sure it is, 0 to 1; nil for a code, which is there or not.
    let score: Double?
    /// The score as receipts tell it, in hundredths.
    var toldScore: Double? { score.map { ($0 * 100).rounded() / 100 } }
    /// How tall it is if it stands upright, in pixels of the snapshot: of a part of a line, the line; of the eyes, the face.
    let height: Double
    /// Where it is, in pixels of the snapshot.
    let outline: any PixelOutline
    /// The name of the outline in receipts; nil for a rectangle.
    let outlineName: String?
}

extension Finding {
    /// Something within four corners, as tall as they are unless `height` says otherwise.
    init(
        _ source: Source,
        kind: String? = nil,
        score: Double?,
        in quadrilateral: Quadrilateral,
        height: Double? = nil
    ) {
        let points = quadrilateral.corners.map { OutlinePoint(x: $0.x, y: $0.y) }
        let isUpright = quadrilateral.isUpright
        let outline = PolygonOutline(points)
        self.init(
            source: source,
            kind: kind,
            score: score,
            height: height ?? quadrilateral.height,
            outline: isUpright ? RoundedOutline(bounds: outline.bounds, radius: 0) : outline,
            outlineName: isUpright ? nil : "polygon"
        )
    }
}

extension Finding {
    /// How far the outline of a face goes beyond it on each side, as a share of its width and height: hair, ears and chin.
    private static let faceMargin = 0.12

    /// How large the band over both eyes is, as shares of the distance between their middles: from each middle outwards, and from
    /// both upwards and downwards. An eye is about half as wide as the distance, and the brows are a third of it above.
    private static let bandMargins = (outward: 0.65, upward: 0.45)

    /// A face, or a part of it.
    init(_ face: Face, _ sight: FaceSight) {
        let quadrilateral =
            switch sight.part {
            case .whole: Self.whole(face)
            case .eyes: Self.band(over: face)
            }
        guard sight.shape == .ellipse else {
            self.init(.face, score: face.score, in: quadrilateral, height: face.quadrilateral.height)
            return
        }
        let (columns, rows) = (quadrilateral.columns, quadrilateral.rows)
        // The ellipse through the corners, so that it holds what the rectangle does.
        let (width, height) = (columns.upperBound - columns.lowerBound, rows.upperBound - rows.lowerBound)
        let (x, y) = ((2.0.squareRoot() - 1) / 2 * width, (2.0.squareRoot() - 1) / 2 * height)
        let bounds = OutlineBounds(
            left: columns.lowerBound - x,
            top: rows.lowerBound - y,
            right: columns.upperBound + x,
            bottom: rows.upperBound + y
        )
        self.init(
            source: .face,
            kind: nil,
            score: face.score,
            height: face.quadrilateral.height,
            outline: EllipseOutline(bounds: bounds),
            outlineName: "ellipse"
        )
    }

    private static func whole(_ face: Face) -> Quadrilateral {
        let (columns, rows) = (face.quadrilateral.columns, face.quadrilateral.rows)
        let x = (columns.upperBound - columns.lowerBound) * faceMargin
        let y = (rows.upperBound - rows.lowerBound) * faceMargin
        return Quadrilateral(
            x: columns.lowerBound - x...columns.upperBound + x,
            y: rows.lowerBound - y...rows.upperBound + y
        )
    }

    /// The band along the line through both eyes.
    private static func band(over face: Face) -> Quadrilateral {
        let (left, right) = (face.leftEye, face.rightEye)
        let (alongX, alongY) = (right.x - left.x, right.y - left.y)
        func point(_ eye: Point, along: Double, down: Double) -> Point {
            Point(x: eye.x + alongX * along - alongY * down, y: eye.y + alongY * along + alongX * down)
        }
        let (outward, upward) = bandMargins
        return Quadrilateral(
            topLeft: point(left, along: -outward, down: -upward),
            topRight: point(right, along: outward, down: -upward),
            bottomRight: point(right, along: outward, down: upward),
            bottomLeft: point(left, along: -outward, down: upward)
        )
    }
}
