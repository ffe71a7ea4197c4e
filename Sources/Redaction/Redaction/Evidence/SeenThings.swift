import BoundedWork
import Detection
import ImageCore

/// The lines of text, the faces and the codes that were seen in a picture, whatever is sensitive of them: each is looked for once.
package struct SeenThings: Sendable {
    private(set) var lines: [TextLine] = []
    private(set) var faces: [Face] = []
    private(set) var codes: [Code] = []

    package init() {}

    /// Looks in an area for what `sights` need, and forgets what was seen there before.
    ///
    /// - Parameter area: The part to look at; nil is all. Nothing that was seen may lie in it in part.
    mutating func look(
        for sights: Set<Sight>,
        in pixels: borrowing PixelBuffer,
        _ area: PixelRect? = nil,
        by detector: Detector,
        _ work: WorkContext,
        budget: inout WorkBudget
    ) throws {
        forget(in: area ?? PixelRect(pixels.size))
        // Codes are looked for first: a picture full of their patterns is refused before more is spent on it.
        if sights.contains(.codes) { codes += try Detector.codes(of: pixels, in: area, budget: &budget) }
        let texts = sights.texts
        if !texts.isEmpty {
            let isReading = texts.contains(where: \.isReading)
            lines += try detector.lines(of: pixels, in: area, recognizing: isReading, work: work, budget: &budget)
            lines = lines.fromTop
        }
        if !sights.faces.isEmpty { faces += try detector.faces(of: pixels, in: area, work: work, budget: &budget) }
    }

    private mutating func forget(in area: PixelRect) {
        lines.removeAll { $0.quadrilateral.touches(area) }
        faces.removeAll { $0.quadrilateral.touches(area) }
        codes.removeAll { $0.quadrilateral.touches(area) }
    }

    /// The smallest area round `area` that holds none of the things in part.
    func whole(_ area: PixelRect, of size: PixelSize) -> PixelRect {
        let places = lines.map(\.quadrilateral) + faces.map(\.quadrilateral) + codes.map(\.quadrilateral)
        var (area, rest) = (area, places.compactMap { $0.boundingRect(in: size) })
        while let index = rest.firstIndex(where: { $0.intersection(area) != nil }) {
            area = area.joined(with: rest.remove(at: index))
        }
        return area
    }
}

extension Quadrilateral {
    fileprivate func touches(_ area: PixelRect) -> Bool {
        columns.lowerBound < Double(area.maxX) && columns.upperBound > Double(area.x)
            && rows.lowerBound < Double(area.maxY) && rows.upperBound > Double(area.y)
    }
}
