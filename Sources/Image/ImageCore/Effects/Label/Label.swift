public import BoundedWork
public import SecureMemory

/// Covers with one opaque colour, near to that of the surroundings, and with words that stand out from it. Nothing of the covered
/// pixels is left.
///
/// The contrast of the words is at least 4.5 (WCAG 2). A target without surroundings gets a neutral ground.
public struct Label: Effect, ~Copyable {
    /// Place of the words, counted from the top left corner of the target; nil for none.
    public let frame: PixelRect?
    private let words: Stencil?
    private let avoiding: PixelSet?
    private let colorSpace: ColorSpace

    /// Takes words, whose part beyond the target is not painted, nil for none; the pixels of the picture that are to be hidden,
    /// too, and are not looked at; and the space of the picture.
    public init(_ words: consuming Stencil?, avoiding: PixelSet? = nil, colorSpace: ColorSpace = .sRGB) {
        switch words {
        case .some(let words): frame = words.frame
        case nil: frame = nil
        }
        self.words = words
        self.avoiding = avoiding
        self.colorSpace = colorSpace
    }

    /// The surroundings of the target.
    public func source(of area: PaintArea) -> [PixelRect] { VeilGrid(area.target).surroundings }

    /// Paints every part of `area`, opaque.
    public func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        let prevailing = try pixels.prevailingColor(in: source(of: area), avoiding: avoiding)
        let colors = LabelColors(prevailing, in: colorSpace)
        for part in area.parts { pixels.fill(part, with: colors.ground, work.cancellation) }
        // Parts labels that lie side by side.
        for line in area.hairline(on: pixels.size) { pixels.fill(line, with: colors.edge, work.cancellation) }
        switch words {
        case .some(let words): Self.paint(words, colors, on: &pixels, in: area)
        case nil: break
        }
    }

    private static func paint(
        _ words: borrowing Stencil,
        _ colors: LabelColors,
        on pixels: inout PixelBuffer,
        in area: PaintArea
    ) {
        guard let frame = words.frame.offset(byOriginOf: area.target) else { return }
        let channels = pixels.format.channels
        for part in area.parts {
            guard let part = part.intersection(frame) else { continue }
            for y in part.rows {
                let coverage = words.coverage.row(y - frame.y) + (part.x - frame.x) * 3
                let row = pixels.mutableRow(y) + part.x * channels
                for x in 0..<part.width {
                    let share = UInt32(coverage[x &* 3])
                    guard share > 0 else { continue }
                    let color = colors.mixed(share)
                    let pixel = row + x &* channels
                    pixel[0] = color.red
                    pixel[1] = color.green
                    pixel[2] = color.blue
                }
            }
        }
    }
}

extension LabelColors {
    /// The colour of a pixel of which the words take `share`, 0 to 255.
    fileprivate func mixed(_ share: UInt32) -> Color {
        func mix(_ ground: UInt8, _ words: UInt8) -> UInt8 {
            UInt8(truncatingIfNeeded: (UInt32(ground) &* (255 &- share) &+ UInt32(words) &* share &+ 127) / 255)
        }
        return Color(
            red: mix(ground.red, words.red),
            green: mix(ground.green, words.green),
            blue: mix(ground.blue, words.blue)
        )
    }
}
