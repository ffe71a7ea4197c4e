public import BoundedWork
public import SecureMemory

/// Covers with one opaque colour and a picture that stands on it. Nothing of the covered pixels is left.
public struct Placard: Effect, ~Copyable {
    /// The colour beside the picture.
    public let background: Color
    /// Place of the picture, counted from the top left corner of the target; nil for nowhere.
    public let frame: PixelRect?
    private let content: PixelBuffer?

    /// Covers with `background` alone.
    public init(background: Color) {
        self.background = background
        frame = nil
        content = nil
    }

    /// Covers with `background` and an RGB picture, whose part beyond the target is not painted; `x` and `y` are the pixels of the
    /// target left of it and above it, 0 or more.
    public init(background: Color, content: consuming PixelBuffer, x: Int, y: Int) {
        precondition(content.format == .rgb, "the picture could be seen through")
        self.background = background
        frame = PixelRect(x: x, y: y, width: content.size.width, height: content.size.height)
        self.content = consume content
    }

    /// No rectangle: nothing of the picture is read.
    public func source(of area: PaintArea) -> [PixelRect] { [] }

    /// Paints every part of `area`, with the picture placed in its target.
    public func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        try Fill(color: background).paint(area, of: &pixels, work)
        switch content {
        case .some(let content): paint(content, on: &pixels, in: area, work.cancellation)
        case nil: break
        }
    }

    private func paint(
        _ content: borrowing PixelBuffer,
        on pixels: inout PixelBuffer,
        in area: PaintArea,
        _ cancellation: Cancellation
    ) {
        guard let frame = frame?.offset(byOriginOf: area.target) else { return }
        for part in area.parts {
            guard let part = part.intersection(frame) else { continue }
            for row in part.rows.whileWanted(cancellation) {
                let source = content.row(row - frame.y) + (part.x - frame.x) * 3
                Self.copy(source, count: part.width, to: &pixels, x: part.x, y: row)
            }
        }
    }

    private static func copy(
        _ source: UnsafePointer<UInt8>,
        count: Int,
        to pixels: inout PixelBuffer,
        x: Int,
        y: Int
    ) {
        let target = pixels.mutableRow(y) + x * pixels.format.channels
        guard pixels.format == .rgba else { return target.update(from: source, count: count * 3) }
        for index in 0..<count {
            for channel in 0..<3 { target[index &* 4 &+ channel] = source[index &* 3 &+ channel] }
            target[index &* 4 &+ 3] = 255
        }
    }
}
