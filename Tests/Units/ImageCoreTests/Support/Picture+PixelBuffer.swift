import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

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
}

extension PixelBuffer {
    /// A buffer with the samples of `picture`; the bytes between rows are garbage that depends on `padding`.
    ///
    /// - Parameter gap: Bytes between rows, so that they start anywhere; nil for rows that start on cache lines.
    init(_ picture: Picture, padding: UInt8 = 0xA5, gap: Int? = nil) throws {
        let size = try #require(PixelSize(width: picture.width, height: picture.height))
        let format = try #require(PixelFormat(rawValue: picture.channels))
        if let gap {
            let rowStride = picture.width * picture.channels + gap
            let memory = try WipedAllocation(byteCount: gap + rowStride * picture.height)
            self.init(memory, firstRow: gap, rowStride: rowStride, size: size, format: format)
        } else {
            try self.init(uninitialized: size, format: format)
        }
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
    /// The picture with `area` covered, or all of it, with rows as they come out of a PNG unless `gap` says otherwise.
    func applied(
        to picture: Picture,
        in area: PaintArea? = nil,
        padding: UInt8 = 0xA5,
        gap: Int? = 1,
        threads: Int = 1
    ) throws -> Picture {
        var pixels = try PixelBuffer(picture, padding: padding, gap: gap)
        let whole = PaintArea(PixelRect(pixels.size))
        try apply(to: &pixels, in: try #require(area ?? whole), work: WorkContext(threads: { threads }))
        let paddingIsIntact = pixels.hasPadding(padding)
        #expect(paddingIsIntact, "bytes between rows were written")
        return pixels.picture
    }
}
