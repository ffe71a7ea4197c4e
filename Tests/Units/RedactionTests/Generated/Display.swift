import ImageCore
import SeededRandom
import Testing

/// A display as devices have it, in the orientation that it is held in.
struct Display {
    let isApple: Bool
    /// Columns and rows, turned with the device.
    let width: Int
    let height: Int
    /// Pixels for a point, or for a density-independent pixel.
    let scale: Double
    /// Quarter turns from the orientation that the device calls its own.
    let rotation: Int
    /// The height of the notch or of the hole for the camera; 0 without one.
    let cutout: Int

    var box: PixelBox { PixelBox(0, 0, width, height) }
    var isLandscape: Bool { width > height }
    var size: PixelSize { get throws { try #require(PixelSize(width: width, height: height)) } }

    /// A length in points as pixels.
    func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
}

extension Display {
    /// One of the devices, held upright unless `isTurned`.
    static func any(apple isApple: Bool, isTurned: Bool, _ random: inout SeededGenerator) -> Display {
        let model = random.element(of: isApple ? apple : android)
        let turns = isTurned ? (random.chance(50) ? 1 : 3) : 0
        let (short, long) = (min(model.width, model.height), max(model.width, model.height))
        return Display(
            isApple: isApple,
            width: isTurned ? long : short,
            height: isTurned ? short : long,
            scale: model.scale,
            // A tablet that stands upright is turned, in its own eyes.
            rotation: model.width > model.height ? (turns + 3) % 4 : turns,
            cutout: long > 2 * short ? Int((46 * model.scale).rounded()) : 0
        )
    }

    /// An iPad, on which apps share the screen.
    static func pad(isTurned: Bool, _ random: inout SeededGenerator) -> Display {
        while true {
            let display = any(apple: true, isTurned: isTurned, &random)
            if Double(min(display.width, display.height)) >= 768 * display.scale { return display }
        }
    }

    private static let apple: [(width: Int, height: Int, scale: Double)] = [
        (640, 1136, 2), (750, 1334, 2), (828, 1792, 2), (1125, 2436, 3), (1170, 2532, 3), (1179, 2556, 3),
        (1290, 2796, 3), (1080, 1920, 1080.0 / 414), (768, 1024, 1), (1536, 2048, 2), (1640, 2360, 2), (2048, 2732, 2),
    ]

    /// Those that are wider than high call that their upright orientation.
    private static let android: [(width: Int, height: Int, scale: Double)] = [
        (320, 480, 1), (480, 800, 1.5), (540, 960, 1.5), (720, 1280, 2), (720, 1600, 2), (1080, 1920, 2.625),
        (1080, 2400, 2.625), (1080, 2340, 3), (1080, 1920, 3), (1440, 2560, 3.5), (1440, 3200, 3.5), (1280, 800, 1),
        (1920, 1200, 1.5), (2560, 1600, 2),
    ]
}

extension SeededGenerator {
    /// True in `percent` of 100 cases.
    mutating func chance(_ percent: Int) -> Bool { int(0...99) < percent }

    /// One of `elements`, which are not empty.
    mutating func element<Element>(of elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }
}
