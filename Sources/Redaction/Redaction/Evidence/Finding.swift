import Detection
import SecureMemory

/// Something sensitive that was seen in a snapshot: its kind and place.
struct Finding: Sendable {
    /// The raw values are the words of receipts.
    enum Source: String, Sendable, CaseIterable {
        case text
        case face
        case code
    }

    let source: Source
    let cause: FindingCause
    /// Height in pixels if it stood upright: for a part of a line that of the line, for the eyes that of the face.
    let height: Double
    let outline: any PixelOutline
    /// Nil for a rectangle.
    let outlineName: String?
    /// What was read, all of it where it stands in several lines; nil if that is not known. For comparing: never in a receipt.
    var value: SecureBytes?
}

extension Finding {
    /// `height` is by default that of the corners.
    init(
        _ source: Source,
        _ cause: FindingCause,
        in quadrilateral: Quadrilateral,
        height: Double? = nil,
        value: SecureBytes? = nil
    ) {
        let points = quadrilateral.corners.map { OutlinePoint(x: $0.x, y: $0.y) }
        let isUpright = quadrilateral.isUpright
        let outline = PolygonOutline(points)
        self.init(
            source: source,
            cause: cause,
            height: height ?? quadrilateral.height,
            outline: isUpright ? RoundedOutline(bounds: outline.bounds, radius: 0) : outline,
            outlineName: isUpright ? nil : "polygon",
            value: value
        )
    }
}

extension Finding {
    /// Margin for hair, ears and chin on each side, as a share of the face's width and height.
    private static let faceMargin = 0.12

    /// Margins of the band from the middles of the eyes, as shares of the distance between them: an eye is about half as wide, and
    /// the brows are a third above.
    private static let bandMargins = (outward: 0.65, upward: 0.45)

    init(_ face: Face, _ sight: FaceSight) {
        let cause = FindingCause(.look, score: face.score)
        let quadrilateral =
            switch sight.part {
            case .whole: Self.whole(face)
            case .eyes: Self.band(over: face)
            }
        guard sight.shape == .ellipse else {
            self.init(.face, cause, in: quadrilateral, height: face.quadrilateral.height)
            return
        }
        let (columns, rows) = (quadrilateral.columns, quadrilateral.rows)
        // The ellipse goes through the corners, so that it holds the rectangle.
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
            cause: cause,
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
