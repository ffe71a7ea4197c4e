public import BoundedWork
public import SecureMemory

/// A way to cover a part of a picture.
public protocol Effect: ~Copyable {
    /// Covers `area`, within the picture, for ``apply(to:in:work:)``: in part if `work` is cancelled or memory runs out.
    ///
    /// No pixel outside the target of `area` is read, unless the effect says which; none outside its parts is written, and none
    /// depends on the number of threads.
    func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory)

    /// The pixels that ``apply(to:in:work:)`` reads before it has written them; they may lie outside the picture in part.
    func source(of area: PaintArea) -> [PixelRect]

    /// The painting of `area` as rows of the picture become known; nil for an effect that has to see all of it first, like most.
    func rowwise(over area: PaintArea, of format: PixelFormat) throws(OutOfMemory) -> (any RowwisePainting)?
}

/// The painting of an area from top to bottom, as rows of its picture become known; the same as painting it at once.
public protocol RowwisePainting {
    /// Paints what depends on the first `rowCount` rows alone, no fewer than before, and returns the number of first rows that will
    /// neither be read nor painted any more: all in the end. Stops early if `work` is cancelled.
    mutating func advance(on pixels: inout PixelBuffer, within rowCount: Int, _ work: WorkContext) throws(OutOfMemory)
        -> Int
}

extension Effect where Self: ~Copyable {
    /// Nil.
    public func rowwise(over area: PaintArea, of format: PixelFormat) throws(OutOfMemory) -> (any RowwisePainting)? {
        nil
    }

    /// Covers `area`, within the picture. No pixel outside its target is read, unless the effect says which; none outside its parts
    /// is written, and none depends on the number of threads. After a `WorkFailure` the picture may be covered in part, and must
    /// not be shown.
    public func apply(
        to pixels: inout PixelBuffer,
        in area: PaintArea,
        work: WorkContext = WorkContext()
    ) throws(WorkFailure) {
        try work.cancellation.finish { () throws(OutOfMemory) in try paint(area, of: &pixels, work) }
    }
}

extension PixelBuffer {
    /// Lets `body` average pixels of `area` without regard to alpha: on the picture itself where all is opaque, else on a
    /// premultiplied copy of the target that is written back, unless it is cancelled.
    mutating func withAveragablePixels(
        in area: PaintArea,
        _ cancellation: Cancellation,
        _ body: (inout PixelBuffer, PaintArea) throws(OutOfMemory) -> Void
    ) throws(OutOfMemory) {
        guard !isOpaque(in: area.target, cancellation) else { return try body(&self, area) }
        var copy = try premultiplied(in: area.target, cancellation)
        guard !cancellation.isCancelled, let all = PaintArea(PixelRect(copy.size)) else { return }
        try body(&copy, all)
        write(premultiplied: copy, at: area.target, parts: area.parts, cancellation)
    }
}
