public import SecureMemory

/// A way to cover a part of a picture.
public protocol Effect: ~Copyable {
    /// Covers `area`. No pixel outside its target is read, unless the effect says which; none outside its parts is written.
    ///
    /// - Parameters:
    ///   - pixels: The picture, changed in place.
    ///   - area: Within the picture.
    /// - Throws: ``OutOfMemory``; the picture may then be covered in part.
    func apply(to pixels: inout PixelBuffer, in area: PaintArea) throws(OutOfMemory)

    /// As ``apply(to:in:)``, with the same result, on as many threads at a time if that is faster.
    func apply(to pixels: inout PixelBuffer, in area: PaintArea, threads: Int) throws(OutOfMemory)

    /// The pixels that ``apply(to:in:)`` reads before it has written them; they may lie outside the picture in part.
    func source(of area: PaintArea) -> [PixelRect]
}

extension Effect where Self: ~Copyable {
    /// On one thread.
    public func apply(to pixels: inout PixelBuffer, in area: PaintArea, threads: Int) throws(OutOfMemory) {
        try apply(to: &pixels, in: area)
    }
}

extension PixelBuffer {
    /// Lets `body` average pixels of `area` without a thought for alpha: on the picture itself where all is opaque, else on
    /// a premultiplied copy of the target that is written back afterwards.
    mutating func withAveragablePixels(
        in area: PaintArea,
        _ body: (inout PixelBuffer, PaintArea) throws(OutOfMemory) -> Void
    ) throws(OutOfMemory) {
        guard !isOpaque(in: area.target) else { return try body(&self, area) }
        var copy = try premultiplied(in: area.target)
        guard let all = PaintArea(PixelRect(copy.size)) else { return }
        try body(&copy, all)
        write(premultiplied: copy, at: area.target, parts: area.parts)
    }
}
