import ImageCore
import SecureMemory

/// An animated WebP that a test puts together, right or wrong.
struct DrawnWebP {
    struct Frame {
        var x = 0
        var y = 0
        var width: Int
        var height: Int
        var duration: Int
        /// Bit 0 clears the place before the next frame, bit 1 has the canvas show through nowhere.
        var flags: UInt8 = 0
        var image: [UInt8]
    }

    var width: Int
    var height: Int
    var plays = 0
    var frames: [Frame] = []
    var hasFacts = true

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    /// Adds a frame of one colour.
    ///
    /// - Parameter quality: That of a lossy image; nil for a lossless one.
    mutating func add(
        _ color: [UInt8],
        x: Int = 0,
        y: Int = 0,
        width: Int? = nil,
        height: Int? = nil,
        duration: Int = 40,
        flags: UInt8 = 0,
        quality: Int? = nil
    ) throws {
        let (width, height) = (width ?? self.width, height ?? self.height)
        let samples = Array(repeating: color, count: width * height).flatMap { $0 }
        let image = try Self.image(width, height, samples, quality: quality)
        frames.append(
            Frame(x: x, y: y, width: width, height: height, duration: duration, flags: flags, image: image)
        )
    }

    /// The chunks of a picture of red, green, blue and alpha.
    static func image(_ width: Int, _ height: Int, _ samples: [UInt8], quality: Int? = nil) throws -> [UInt8] {
        guard let size = PixelSize(width: width, height: height) else { return [] }
        let pixels = try PixelBuffer(size, format: .rgba, samples: samples)
        let file = try pixels.encoded(.webP(quality: quality)).withUnsafeBytes { Array($0) }
        let hasHeader = file[12...].starts(with: "VP8X".utf8)
        return Array(file[(hasHeader ? 30 : 12)...])
    }

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        type.utf8 + number(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
    }

    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    var bytes: [UInt8] {
        var body = Array("WEBP".utf8)
        body += Self.chunk("VP8X", [0x12, 0, 0, 0] + Self.number(width - 1, 3) + Self.number(height - 1, 3))
        if hasFacts { body += Self.chunk("ANIM", [255, 255, 255, 255] + Self.number(plays, 2)) }
        for frame in frames {
            let place = [frame.x / 2, frame.y / 2, frame.width - 1, frame.height - 1, frame.duration]
            body += Self.chunk("ANMF", place.flatMap { Self.number($0, 3) } + [frame.flags] + frame.image)
            // What is not known is passed over.
            body += Self.chunk("none", [1, 2, 3])
        }
        return "RIFF".utf8 + Self.number(body.count, 4) + body
    }
}
