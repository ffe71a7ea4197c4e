import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Colours move between sRGB and Display P3")
struct ColorConversionTests {
    /// Worked out from the published primaries.
    static let known: [(sRGB: [UInt8], displayP3: [UInt8])] = [
        ([255, 0, 0], [234, 51, 35]), ([0, 255, 0], [117, 251, 76]), ([0, 0, 255], [0, 0, 245]),
        ([200, 100, 50], [187, 105, 62]), ([128, 128, 128], [128, 128, 128]), ([255, 255, 255], [255, 255, 255]),
        ([0, 0, 0], [0, 0, 0]), ([1, 1, 1], [1, 1, 1]),
    ]

    @Test("known colours of a policy become known samples", arguments: known)
    func color(sRGB: [UInt8], displayP3: [UInt8]) {
        let color = Color(red: sRGB[0], green: sRGB[1], blue: sRGB[2])
        let converted = color.converted(to: .displayP3)
        #expect([converted.red, converted.green, converted.blue] == displayP3)
        #expect(color.converted(to: .sRGB) == color)
    }

    @Test("every grey is the same in both", arguments: 0...255)
    func grey(level: Int) {
        let grey = Color(red: UInt8(level), green: UInt8(level), blue: UInt8(level))
        #expect(grey.converted(to: .displayP3) == grey)
    }

    @Test("a picture becomes what a single colour becomes, within 1")
    func picture() throws {
        let colors = Picture.lattice
        let expected = Picture(width: colors.width, height: colors.height, channels: 3) { x, y, channel in
            let pixel = colors[x, y]
            let color = Color(red: pixel[0], green: pixel[1], blue: pixel[2]).converted(to: .displayP3)
            return [color.red, color.green, color.blue][channel]
        }
        var pixels = try PixelBuffer(colors)
        try pixels.convert(from: .sRGB, to: .displayP3)
        #expect(pixels.picture.largestDifference(from: expected) <= 1)
        let isIntact = pixels.hasPadding(0xA5)
        #expect(isIntact)
    }

    @Test("a picture in Display P3 becomes sRGB, cut to what that holds, within 1 of a calculation in Double")
    func narrowing() throws {
        var pixels = try PixelBuffer(Picture.lattice)
        try pixels.convert(from: .displayP3, to: .sRGB)
        let expected = try Picture.lattice.converted(from: .displayP3())
        #expect(pixels.picture.largestDifference(from: expected) <= 1)
        #expect(pixels.samples(x: 12, y: 0) == [0, 0, 255])
    }

    @Test("each pixel is converted by itself, alike wherever it stands", arguments: PixelFormat.allCases)
    func locality(format: PixelFormat) throws {
        let picture = Picture.noise(31, 23, format, seed: 51)
        var whole = try PixelBuffer(picture)
        try whole.convert(from: .displayP3, to: .sRGB)
        let converted = whole.picture
        for x in stride(from: 0, to: 31, by: 5) {
            for y in stride(from: 0, to: 23, by: 4) {
                var alone = try PixelBuffer(picture.crop(x: x, y: y, width: 1, height: 1))
                try alone.convert(from: .displayP3, to: .sRGB)
                #expect(alone.picture.samples == converted[x, y])
            }
        }
    }

    @Test("a pixel with alpha 0 stays 0, 0, 0, 0, and other alpha stays what it is")
    func alpha() throws {
        for (source, target) in [(ColorSpace.sRGB, ColorSpace.displayP3), (.displayP3, .sRGB)] {
            let picture = Picture(width: 2, height: 1, channels: 4, samples: [0, 0, 0, 0, 255, 255, 255, 7])
            var pixels = try PixelBuffer(picture)
            try pixels.convert(from: source, to: target)
            #expect(pixels.picture == picture)
        }
    }

    @Test("a picture that is asked for in its own space is left as it is")
    func identity() throws {
        for space in ColorSpace.allCases {
            let picture = Picture.noise(9, 9, .rgba, seed: 52)
            var pixels = try PixelBuffer(picture)
            try pixels.convert(from: space, to: space)
            #expect(pixels.picture == picture)
        }
    }
}
