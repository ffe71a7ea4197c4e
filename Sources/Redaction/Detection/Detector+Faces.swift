public import BoundedWork
public import ImageCore

extension Detector {
    /// The faces in a picture, the surest first.
    ///
    /// - Parameters:
    ///   - pixels: The picture. What shines through it is looked at over white.
    ///   - area: Where to look; nil is everywhere.
    ///   - budget: Pays for it, and tells whether it is still wanted.
    /// - Throws: ``DetectionFailure``.
    public func faces(
        of pixels: borrowing PixelBuffer,
        in area: PixelRect? = nil,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [Face] {
        guard let area = PixelRect(pixels.size).intersection(area ?? PixelRect(pixels.size)) else { return [] }
        defer { runtime.wipe() }
        let run = try ModelRun(in: runtime, budget.cancellation)
        return try faceDetector.faces(in: pixels, area, run, budget: &budget)
    }
}
