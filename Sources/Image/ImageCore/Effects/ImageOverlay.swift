public import BoundedWork
public import SecureMemory

/// Covers with another picture, scaled by a Lanczos filter and composed over an opaque background. Nothing of the covered
/// pixels is left, whatever the alpha of the picture.
public struct ImageOverlay: Effect, Sendable, ~Copyable {
    /// The picture that covers, composed over the background.
    public let content: PixelBuffer
    /// Placement of the picture in the target.
    public let contentMode: ContentMode
    /// The colour beside and beneath the picture.
    public let background: Color

    /// Covers with `content`, whose translucent pixels show the background; `WorkFailure.cancelled` if it is not wanted any more.
    public init(
        content: consuming PixelBuffer,
        contentMode: ContentMode = .aspectFill,
        background: Color = .black,
        cancellation: Cancellation = Cancellation()
    ) throws(WorkFailure) {
        content.flatten(over: background, cancellation)
        self.content = content.withoutNeedlessAlpha(WorkContext(cancellation: cancellation))
        try cancellation.check()
        self.contentMode = contentMode
        self.background = background
    }

    /// No rectangle: nothing of the picture is read.
    public func source(of area: PaintArea) -> [PixelRect] { [] }

    /// Paints every part of `area` with the picture, placed in its target.
    public func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        let placement = contentMode.placement(of: content.size, in: area.target.size)
        let columns = area.target.columns.slice(placement.columns.target)
        let rows = area.target.rows.slice(placement.rows.target)
        if columns != area.target.columns || rows != area.target.rows {
            try Fill(color: background).paint(area, of: &pixels, work)
        }
        guard let shown = PixelRect(columns: columns, rows: rows) else { return }
        let parts = area.parts.compactMap(shown.intersection)
        let output = OpaqueRows(pixels.sharedRows, pixels.format)
        if placement.columns.isUnscaled, placement.rows.isUnscaled {
            let left = Int(placement.columns.sourceStart)
            let top = Int(placement.rows.sourceStart)
            for part in parts {
                for y in part.rows.whileWanted(work.cancellation) {
                    let source = content.row(top + y - shown.y) + (left + part.x - shown.x) * 3
                    output.write(source, count: part.width, x: part.x, y: y)
                }
            }
            return
        }
        try scale(placement, into: output, shown: shown, parts: parts, work)
    }

    private func scale(
        _ placement: (columns: AxisPlacement, rows: AxisPlacement),
        into output: OpaqueRows,
        shown: PixelRect,
        parts: [PixelRect],
        _ work: WorkContext
    ) throws(OutOfMemory) {
        let columns = LanczosFilter(placement.columns, sourceCount: content.size.width)
        let rows = LanczosFilter(placement.rows, sourceCount: content.size.height)
        try Bands(shown.rows, threads: work.threads).forEach { (_, band) throws(OutOfMemory) in
            let scaler = try RowScaler(columns: columns, rows: rows, sourceWidth: content.size.width)
            var sweep = PartSweep(parts)
            for y in band.whileWanted(work.cancellation) {
                let parts = sweep.parts(in: y..<y + 1)
                guard !parts.isEmpty else { continue }
                let scaled = scaler.row(y - shown.y, of: content, work.cancellation)
                for part in parts {
                    output.write(scaled + (part.x - shown.x) * 3, count: part.width, x: part.x, y: y)
                }
            }
        }
    }
}

extension Range<Int> {
    fileprivate func slice(_ bounds: Range<Int>) -> Range<Int> {
        lowerBound + bounds.lowerBound..<lowerBound + bounds.upperBound
    }
}

private struct OpaqueRows {
    private let rows: SharedRows
    private let format: PixelFormat

    init(_ rows: SharedRows, _ format: PixelFormat) {
        self.rows = rows
        self.format = format
    }

    func write(_ source: UnsafePointer<UInt8>, count: Int, x: Int, y: Int) {
        let target = rows.row(y) + x * format.channels
        switch format {
        case .rgb: target.update(from: source, count: count * 3)
        case .rgba:
            for index in 0..<count {
                target[index &* 4] = source[index &* 3]
                target[index &* 4 &+ 1] = source[index &* 3 &+ 1]
                target[index &* 4 &+ 2] = source[index &* 3 &+ 2]
                target[index &* 4 &+ 3] = 255
            }
        }
    }
}

extension ImageOverlay {
    /// An overlay that paints the same on targets of `size`, without scaling, to be painted again and again; none is made of
    /// cancelled work.
    public borrowing func prepared(for size: PixelSize, work: WorkContext = WorkContext()) throws(WorkFailure)
        -> ImageOverlay
    {
        let (cancellation, background) = (work.cancellation, background)
        var pixels = try cancellation.finish { () throws(OutOfMemory) in
            try PixelBuffer(size, format: .rgb, filledWith: background, cancellation)
        }
        if let all = PaintArea(PixelRect(size)) { try apply(to: &pixels, in: all, work: work) }
        return try ImageOverlay(content: pixels, contentMode: .fill, background: background, cancellation: cancellation)
    }
}

/// Placement of a picture in a target of another shape, like `UIView.ContentMode`.
public enum ContentMode: String, Sendable, CaseIterable {
    /// Scaled to cover the target, centred, and cut off at its edges.
    case aspectFill
    /// Scaled to show all of it within the target, centred; the rest of the target shows the background.
    case aspectFit
    /// Stretched to the size of the target, whatever its shape.
    case fill
    /// Unscaled and centred; cut off where it overhangs.
    case center
}

struct AxisPlacement: Equatable {
    let sourceStart: Double
    let sourceLength: Double
    let target: Range<Int>

    var isUnscaled: Bool {
        sourceLength == Double(target.count) && sourceStart == sourceStart.rounded()
    }
}

extension ContentMode {
    func placement(of content: PixelSize, in target: PixelSize) -> (columns: AxisPlacement, rows: AxisPlacement) {
        let horizontal = Double(target.width) / Double(content.width)
        let vertical = Double(target.height) / Double(content.height)
        let scale: (x: Double, y: Double) =
            switch self {
            case .aspectFill: (max(horizontal, vertical), max(horizontal, vertical))
            case .aspectFit: (min(horizontal, vertical), min(horizontal, vertical))
            case .fill: (horizontal, vertical)
            case .center: (1, 1)
            }
        return (
            Self.place(content.width, scaledBy: scale.x, in: target.width),
            Self.place(content.height, scaledBy: scale.y, in: target.height)
        )
    }

    private static func place(_ content: Int, scaledBy scale: Double, in target: Int) -> AxisPlacement {
        let scaled = min(max(Int((Double(content) * scale).rounded()), 1), PixelSize.maximumEdge)
        if scaled <= target {
            let start = (target - scaled) / 2
            return AxisPlacement(sourceStart: 0, sourceLength: Double(content), target: start..<start + scaled)
        }
        let overhang = (scaled - target) / 2
        let unit = Double(content) / Double(scaled)
        return AxisPlacement(
            sourceStart: Double(overhang) * unit,
            sourceLength: Double(target) * unit,
            target: 0..<target
        )
    }
}
