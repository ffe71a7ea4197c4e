import SeededRandom

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

    /// The samples of each row.
    var rows: [[UInt8]] {
        stride(from: 0, to: samples.count, by: width * channels).map { Array(samples[$0..<$0 + width * channels]) }
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
