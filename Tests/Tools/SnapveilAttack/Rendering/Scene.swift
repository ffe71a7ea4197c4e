import ImageCore

/// A made-up screen that shows a code on a card, the same but for the code in every snapshot of it.
struct Scene: Sendable {
    /// What the code is set in.
    let typeface: Typeface
    /// Height of the em square in pixels.
    let textSize: Int
    /// The colours that the code is drawn in.
    let ink: Ink
    /// Digits of a code.
    let codeLength: Int
    /// Rows between the top and the bottom of a 0.
    let digitHeight: Int
    /// Where the code stands, with the room above and below that a label has: what a policy names.
    let frame: PixelRect
    /// The pixels that any digit may touch: the tightest mask that covers every code.
    let inkBounds: PixelRect

    private let size: PixelSize

    /// A scene; ``Typeface/checkInstalled()`` was called before.
    ///
    /// - Throws: ``RenderingError``.
    init(_ typeface: Typeface, textSize: Int, ink: Ink, codeLength: Int = 6) throws(RenderingError) {
        let metrics = try CodeMetrics(typeface, textSize: textSize, codeLength: codeLength)
        let origin = (x: 2 * textSize, y: 2 * textSize)
        guard let frame = metrics.frame.moved(to: origin), let inkBounds = metrics.ink.moved(to: origin),
            let size = PixelSize(width: frame.maxX + 2 * textSize, height: frame.maxY + textSize)
        else { throw .noCanvas }
        self.typeface = typeface
        self.textSize = textSize
        self.ink = ink
        self.codeLength = codeLength
        self.digitHeight = metrics.digitHeight
        self.frame = frame
        self.inkBounds = inkBounds
        self.size = size
    }

    /// The screen with `code` on it, a code of ``codeLength`` digits.
    ///
    /// - Throws: ``RenderingError``.
    func picture(of code: Code) throws(RenderingError) -> Picture {
        let canvas = Canvas(size, background: Color(red: 0xF2, green: 0xF2, blue: 0xF7))
        let margin = textSize / 2
        if let card = PixelRect(columns: margin..<size.width - margin, rows: margin..<size.height - margin) {
            canvas.set(.white)
            canvas.fillCard(card, radius: Double(textSize) / 2)
        }
        canvas.set(Color(red: 0x8E, green: 0x8E, blue: 0x93))
        TextLine("Your code", in: Font(typeface, size: Double(textSize) * 0.55), on: canvas)
            .paint(x: frame.x, y: textSize, on: canvas)
        canvas.set(ink.color)
        TextLine(code.description, in: Font(typeface, size: Double(textSize)), on: canvas)
            .paint(x: frame.x, y: frame.y, on: canvas)
        return try canvas.picture()
    }
}

/// How much room codes take, measured on all that repeat one digit.
private struct CodeMetrics {
    let digitHeight: Int
    let frame: TextLine.Extents
    let ink: TextLine.Extents

    init(_ typeface: Typeface, textSize: Int, codeLength: Int) throws(RenderingError) {
        guard let pixel = PixelSize(width: 1, height: 1) else { throw .noCanvas }
        let canvas = Canvas(pixel, background: .white)
        let font = Font(typeface, size: Double(textSize))
        digitHeight = TextLine("0", in: font, on: canvas).ink.height
        frame = TextLine(String(repeating: "0", count: codeLength), in: font, on: canvas).frame
        let inks = (0...9).map { digit in
            TextLine(String(repeating: "\(digit)", count: codeLength), in: font, on: canvas).ink
        }
        ink = inks.dropFirst().reduce(inks[0]) { $0.union($1) }
    }
}
