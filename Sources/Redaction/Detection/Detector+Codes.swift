public import BoundedWork
public import ImageCore

extension Detector {
    /// The barcodes and codes of squares in a picture.
    ///
    /// - Parameters:
    ///   - pixels: The picture. What shines through it is looked at over white.
    ///   - area: Where to look; nil is everywhere.
    ///   - work: The threads, on which no finding depends.
    ///   - budget: Pays for it, and says whether it is still wanted.
    public static func codes(
        of pixels: borrowing PixelBuffer,
        in area: PixelRect? = nil,
        work: WorkContext = WorkContext(),
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [Code] {
        guard let area = PixelRect(pixels.size).intersection(area ?? PixelRect(pixels.size)) else { return [] }
        return try CodeFinder.codes(in: pixels, area, work, budget: &budget)
    }
}
