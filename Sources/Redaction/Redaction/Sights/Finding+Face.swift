import Detection

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
