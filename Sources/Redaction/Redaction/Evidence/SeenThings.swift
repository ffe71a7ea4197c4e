import BoundedWork
import Detection
package import ImageCore

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
        if sights.contains(.codes) {
            codes += try Detector.codes(of: pixels, in: area, work: work, budget: &budget)
        }
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

    /// Takes what a motion has moved to where it is now, and forgets what has changed otherwise; the places of what was forgotten and
    /// may still be there.
    package mutating func follow(_ motion: FrameMotion, in size: PixelSize) -> [PixelRect] {
        var places: [PixelRect] = []
        func followed<Thing: MovableThing>(_ things: [Thing]) -> [Thing] {
            things.compactMap { thing in
                guard let place = thing.quadrilateral.boundingRect(in: size), motion.concerns(place) else {
                    return thing
                }
                guard motion.followed(place) == nil else { return thing.moved(by: motion.vector) }
                if let cut = thing.cut(by: motion, in: size) { return cut }
                places += [place.moved(by: motion.vector, within: motion.area), motion.brought(place) ? nil : place]
                    .compactMap(\.self)
                return nil
            }
        }
        (lines, faces, codes) = (followed(lines).fromTop, followed(faces), followed(codes))
        return places
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

/// What can be followed along a motion.
private protocol MovableThing {
    var quadrilateral: Quadrilateral { get }
    func moved(by vector: MotionVector) -> Self
    /// What is left of it after a motion that has brought some of it out of view; nil where that has to be looked at.
    func cut(by motion: FrameMotion, in size: PixelSize) -> Self?
}

extension MovableThing {
    func cut(by motion: FrameMotion, in size: PixelSize) -> Self? { nil }
}

extension Face: MovableThing {}
extension Code: MovableThing {}

extension TextLine: MovableThing {
    func cut(by motion: FrameMotion, in size: PixelSize) -> TextLine? {
        let rest = moved(by: motion.vector).cut(to: Double(motion.area.y)...Double(motion.area.maxY))
        guard motion.vector.x == 0, let rest, let place = rest.quadrilateral.boundingRect(in: size),
            motion.brought(place)
        else { return nil }
        return rest
    }
}

extension Quadrilateral {
    fileprivate func touches(_ area: PixelRect) -> Bool {
        columns.lowerBound < Double(area.maxX) && columns.upperBound > Double(area.x)
            && rows.lowerBound < Double(area.maxY) && rows.upperBound > Double(area.y)
    }
}
