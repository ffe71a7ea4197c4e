import SecureMemory
import Testing

@testable import ImageCore

/// A picture as a test sees it: samples in an array, without padding, that can be copied and compared.
struct Picture: Equatable {
    let width: Int
    let height: Int
    let channels: Int
    var samples: [UInt8]

    init(width: Int, height: Int, channels: Int, samples: [UInt8]) {
        precondition(samples.count == width * height * channels)
        self.width = width
        self.height = height
        self.channels = channels
        self.samples = samples
    }

    init(width: Int, height: Int, channels: Int, at sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8) {
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * channels)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<channels { samples.append(sample(x, y, channel)) }
            }
        }
        self.init(width: width, height: height, channels: channels, samples: samples)
    }

    subscript(x: Int, y: Int) -> [UInt8] {
        let start = (y * width + x) * channels
        return Array(samples[start..<start + channels])
    }

    /// The picture with pixels of noise wherever `isReplaced` says so.
    func replacing(seed: UInt64, where isReplaced: (_ x: Int, _ y: Int) -> Bool) -> Picture {
        let other = Picture.noise(width, height, channels: channels, seed: seed)
        var result = self
        for index in 0..<width * height where isReplaced(index % width, index / width) {
            let range = index * channels..<(index + 1) * channels
            result.samples.replaceSubrange(range, with: other.samples[range])
        }
        return result
    }

    func crop(x: Int, y: Int, width: Int, height: Int) -> Picture {
        var samples: [UInt8] = []
        for row in y..<y + height {
            let start = (row * self.width + x) * channels
            samples += self.samples[start..<start + width * channels]
        }
        return Picture(width: width, height: height, channels: channels, samples: samples)
    }
}

extension Picture {
    /// A picture of noise; RGBA is translucent all over unless it is to be opaque.
    static func noise(_ width: Int, _ height: Int, _ format: PixelFormat, opaque: Bool = false, seed: UInt64) -> Picture
    {
        var generator = SeededGenerator(seed: seed)
        var samples = generator.bytes(width * height * format.channels)
        if format == .rgba, opaque {
            for index in stride(from: 3, to: samples.count, by: 4) { samples[index] = 255 }
        }
        return Picture(width: width, height: height, channels: format.channels, samples: samples)
    }

    /// A picture of noise as an encoder takes it, of 1, 3 or 4 channels.
    static func noise(_ width: Int, _ height: Int, channels: Int, seed: UInt64) -> Picture {
        var generator = SeededGenerator(seed: seed)
        let samples = generator.bytes(width * height * channels)
        return Picture(width: width, height: height, channels: channels, samples: samples)
    }

    /// Smooth slopes in every channel.
    static func gradient(_ width: Int, _ height: Int, channels: Int) -> Picture {
        Picture(width: width, height: height, channels: channels) { x, y, channel in
            let across = 200 * x / max(width - 1, 1)
            let down = 200 * y / max(height - 1, 1)
            return UInt8([20 + across, 20 + down, 220 - across, 240 - down / 2][channel])
        }
    }

    static func flat(_ width: Int, _ height: Int, _ color: [UInt8]) -> Picture {
        Picture(width: width, height: height, channels: color.count) { _, _, channel in color[channel] }
    }
}

extension PixelBuffer {
    /// A buffer with the samples of `picture`; the bytes between rows are garbage that depends on `padding`.
    init(_ picture: Picture, padding: UInt8 = 0xA5) throws {
        let size = try #require(PixelSize(width: picture.width, height: picture.height))
        let format = try #require(PixelFormat(rawValue: picture.channels))
        try self.init(uninitialized: size, format: format)
        let rowCount = picture.width * picture.channels
        for y in 0..<picture.height {
            let row = mutableRow(y)
            (row + rowCount).update(repeating: padding, count: rowStride - rowCount)
            picture.samples.withUnsafeBufferPointer { samples in
                guard let base = samples.baseAddress else { return }
                row.update(from: base + y * rowCount, count: rowCount)
            }
        }
    }

    /// The samples without the bytes between rows.
    var picture: Picture {
        var samples: [UInt8] = []
        samples.reserveCapacity(size.area * format.channels)
        for y in 0..<size.height {
            samples += UnsafeBufferPointer(start: row(y), count: size.width * format.channels)
        }
        return Picture(width: size.width, height: size.height, channels: format.channels, samples: samples)
    }

    /// Whether every byte between rows is still `padding`.
    func hasPadding(_ padding: UInt8) -> Bool {
        let rowCount = size.width * format.channels
        return (0..<size.height).allSatisfy { y in
            UnsafeBufferPointer(start: row(y) + rowCount, count: rowStride - rowCount).allSatisfy { $0 == padding }
        }
    }
}

extension Effect where Self: ~Copyable {
    /// The picture with `area` covered, or all of it.
    func applied(to picture: Picture, in area: PaintArea? = nil, padding: UInt8 = 0xA5) throws -> Picture {
        var pixels = try PixelBuffer(picture, padding: padding)
        let whole = PaintArea(PixelRect(pixels.size))
        try apply(to: &pixels, in: try #require(area ?? whole))
        let paddingIsIntact = pixels.hasPadding(padding)
        #expect(paddingIsIntact, "bytes between rows were written")
        return pixels.picture
    }
}
