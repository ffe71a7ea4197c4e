import ImageCore

extension PaintArea {
    /// A part of the target that none of `covers`, which are painted later, hides: the largest beside each of them; nil if none is
    /// left. Covers beyond some thousand are not looked at.
    func place(beside covers: ArraySlice<PixelRect>) -> PixelRect? {
        var place = target
        for cover in covers.prefix(Self.mostCovers) where place.intersection(cover) != nil {
            let sides = [
                PixelRect(x: place.x, y: place.y, width: place.width, height: cover.y - place.y),
                PixelRect(x: place.x, y: cover.maxY, width: place.width, height: place.maxY - cover.maxY),
                PixelRect(x: place.x, y: place.y, width: cover.x - place.x, height: place.height),
                PixelRect(x: cover.maxX, y: place.y, width: place.maxX - cover.maxX, height: place.height),
            ]
            guard let largest = sides.compactMap(\.self).max(by: { $0.size.area < $1.size.area }) else { return nil }
            place = largest
        }
        return place
    }

    private static let mostCovers = 4096

    /// A place for words within the target, counted from its corner, where kept areas or the outline would cut into words at `frame`;
    /// nil if nothing does, or there are none.
    func clearPlace(insteadOf frame: PixelRect?) -> PixelRect? {
        guard let frame = frame?.offset(byOriginOf: target), !paints(frame) else { return nil }
        return roomiest.offset(fromOriginOf: target) ?? PixelRect(target.size)
    }

    /// The largest rectangle that is easily found: a part, or one in the middle of the target.
    private var roomiest: PixelRect {
        let largest = parts.max { $0.size.area < $1.size.area } ?? target
        let inner = stride(from: 9, through: 2, by: -1).lazy.compactMap { tenths in
            PixelRect(
                x: target.x + target.width * (10 - tenths) / 20,
                y: target.y + target.height * (10 - tenths) / 20,
                width: target.width * tenths / 10,
                height: target.height * tenths / 10
            )
        }
        guard let inner = inner.first(where: paints), inner.size.area > largest.size.area else { return largest }
        return inner
    }

    private func paints(_ rect: PixelRect) -> Bool {
        parts.compactMap { $0.intersection(rect)?.size.area }.reduce(0, +) == rect.size.area
    }
}
