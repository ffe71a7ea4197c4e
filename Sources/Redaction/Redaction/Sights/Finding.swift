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
