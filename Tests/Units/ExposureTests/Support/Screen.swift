import BoundedWork
import ImageCore
import SecureMemory
import Testing

@testable import Detection
@testable import Exposure

/// A screen of a phone that a test draws: 390 x 844 pixels, one for each point. Places are given in thirds of them.
struct Screen {
    static let width = 1170
    static let height = 2532
    static let scale = 1.0
    /// Units of places for each pixel.
    static let unit = 3
    private static let columns = width / unit
    private static let rows = height / unit

    private var samples: [UInt8]

    /// A screen of one colour.
    init(_ red: UInt8 = 255, _ green: UInt8 = 255, _ blue: UInt8 = 255) {
        samples = [UInt8](repeating: 0, count: Self.columns * Self.rows * 3)
        fill(0..<Self.width, 0..<Self.height, red, green, blue)
    }

    /// A screen whose colours are computed.
    init(_ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)) {
        self.init()
        for y in 0..<Self.rows {
            for x in 0..<Self.columns {
                let index = (y * Self.columns + x) * 3
                (samples[index], samples[index + 1], samples[index + 2]) = color(x * Self.unit, y * Self.unit)
            }
        }
    }

    mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        for y in (rows.lowerBound / Self.unit..<rows.upperBound / Self.unit).clamped(to: 0..<Self.rows) {
            for x in (columns.lowerBound / Self.unit..<columns.upperBound / Self.unit).clamped(to: 0..<Self.columns) {
                let index = (y * Self.columns + x) * 3
                (samples[index], samples[index + 1], samples[index + 2]) = (red, green, blue)
            }
        }
    }

    /// Draws strokes as words of letters have them.
    mutating func write(_ columns: Range<Int>, _ rows: Range<Int>, _ light: UInt8 = 0) {
        for (index, x) in stride(from: columns.lowerBound, to: columns.upperBound - 6, by: 18).enumerated() {
            if index % 7 == 6 { continue }
            fill(x..<x + 6, rows, light, light, light)
            let middle = (rows.lowerBound + rows.upperBound) / 2 + index % 3 * 3
            fill(x..<x + 12, middle..<middle + 6, light, light, light)
        }
    }

    /// Draws a line of text in the middle, and tells where it is.
    @discardableResult
    mutating func writeCentered(width: Int, at y: Int, height: Int = 36, _ light: UInt8 = 0) -> (Range<Int>, Range<Int>)
    {
        let left = (Self.width - width) / 2
        write(left..<left + width, y..<y + height, light)
        return (left..<left + width, y..<y + height)
    }

    /// A list with names, and a bar above and below.
    static func app() -> Screen {
        var screen = Screen(242, 242, 247)
        screen.fill(0..<width, 0..<300, 30, 90, 200)
        screen.write(450..<720, 200..<240, 255)
        for row in 0..<10 {
            let top = 330 + row * 200
            screen.fill(0..<width, top..<top + 190, 255, 255, 255)
            screen.fill(48..<168, top + 35..<top + 155, UInt8(40 + row * 20), 120, 60)
            screen.write(210..<210 + 300 + row * 40 % 170, top + 40..<top + 76)
            screen.write(210..<800, top + 110..<top + 138, 120)
        }
        screen.fill(0..<width, 2340..<2532, 250, 250, 250)
        return screen
    }

    func pixels() throws -> PixelBuffer {
        try PixelBuffer(#require(PixelSize(width: Self.columns, height: Self.rows)), format: .rgb, samples: samples)
    }

    func pixels(_ effect: some Effect) throws -> PixelBuffer {
        var pixels = try pixels()
        try effect.apply(to: &pixels, in: #require(PaintArea(PixelRect(pixels.size))))
        return pixels
    }
}

extension TextLine {
    /// A line that was found and read where a screen has it.
    init(_ text: String, _ place: (columns: Range<Int>, rows: Range<Int>), score: Double = 0.99) throws {
        let bytes = Array(text.utf8)
        func pixels(_ place: Int) -> Double { Double(place) / Double(Screen.unit) }
        self.init(
            quadrilateral: Quadrilateral(
                x: pixels(place.columns.lowerBound)...pixels(place.columns.upperBound),
                y: pixels(place.rows.lowerBound)...pixels(place.rows.upperBound)
            ),
            score: 0.95,
            text: RecognizedText(
                utf8: try SecureBytes(copying: bytes),
                characters: bytes.indices.map { RecognizedCharacter(bytes: $0..<$0 + 1, score: score, extent: 0...1) },
                score: score
            )
        )
    }
}
