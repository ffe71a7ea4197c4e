import SeededRandom

/// Decides where texts are within the boxes that they get.
struct Typesetter {
    let display: Display
    var random: SeededGenerator

    /// Where `text` is drawn on one line of `box`, from its left edge on.
    func ink(of text: String, in box: PixelBox) -> PixelBox {
        let height = min(box.height, max(display.pixels(14), 2))
        let width = min(box.width, display.pixels(Double(text.unicodeScalars.count) * 8.3))
        let top = box.top + (box.height - height) / 2
        return PixelBox(box.left, top, box.left + max(width, 1), top + max(height, 1))
    }

    /// A view that draws `text` on one line, as large as the text or as what it gets.
    mutating func line(_ text: String, _ type: String, in box: PixelBox) -> ScreenNode {
        let ink = ink(of: text, in: box)
        let isTight = random.chance(50)
        return ScreenNode(type: type, box: isTight ? ink : box, ink: [ink])
    }

    /// The place of each of `lines` in `box`, one below the other.
    func inks(of lines: [String], in box: PixelBox) -> [PixelBox] {
        zip(lines, rows(lines.count, in: box)).map { ink(of: $0, in: $1) }
    }

    /// `count` rows that share `box`.
    func rows(_ count: Int, in box: PixelBox) -> [PixelBox] {
        (0..<count).map { row in
            let top = box.top + box.height * row / count
            return PixelBox(box.left, top, box.right, box.top + box.height * (row + 1) / count)
        }
    }
}
