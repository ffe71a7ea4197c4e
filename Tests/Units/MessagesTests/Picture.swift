import ImageCore
import Messages
import SeededRandom
import Testing

/// A message as it is seen.
struct Picture: Equatable {
    let width: Int
    let height: Int
    /// RGB, row by row.
    let samples: [UInt8]
    /// Where it is not plain; nil if the message was omitted.
    let frame: PixelRect?

    /// Draws a message over all of a picture of `width` x `height` pixels.
    init(
        _ message: Message,
        _ width: Int,
        _ height: Int,
        textSize: Double? = nil,
        isCard: Bool = false,
        surroundings: ColorScheme = .light,
        by renderer: MessageRenderer = MessageRenderer()
    ) throws {
        let size = try #require(PixelSize(width: width, height: height))
        let placard = try renderer.placard(
            for: message,
            in: PixelRect(size),
            textSize: textSize,
            isCard: isCard,
            surroundings: surroundings
        )
        var pixels = try PixelBuffer(size, format: .rgb, filledWith: Color(red: 255, green: 0, blue: 255))
        try placard.apply(to: &pixels, in: try #require(PaintArea(PixelRect(size))))
        self.width = width
        self.height = height
        samples = pixels.samples(in: PixelRect(size))
        frame = placard.frame
    }

    /// The pixel at `x`, `y`.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(samples[(y * width + x) * 3..<(y * width + x) * 3 + 3]) }

    /// The smallest rectangle that holds every pixel that differs from the one in the corner.
    var ink: PixelRect? {
        let background = pixel(0, 0)
        let inked = (0..<width * height).filter { index in
            (0..<3).contains { samples[index * 3 + $0] != background[$0] }
        }
        let (columns, rows) = (inked.map { $0 % width }, inked.map { $0 / width })
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
            return nil
        }
        return PixelRect(columns: left..<right + 1, rows: top..<bottom + 1)
    }
}

extension SeededGenerator {
    /// An edge of a target: small ones are as likely as large ones.
    mutating func length() -> Int {
        Int(3 << (next() % 11)) + Int(next() % 64)
    }
}
