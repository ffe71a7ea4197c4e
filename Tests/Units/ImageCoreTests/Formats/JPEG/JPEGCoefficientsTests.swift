import BoundedWork
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A JPEG is covered on its coefficients")
struct JPEGCoefficientsTests {
    /// Every sampling that is whole, however the coefficients are spread over scans.
    static let fixtures: [JPEGFixture] = JPEGFixture.Sampling.all.flatMap { sampling in
        [JPEGFixture.Scans.baseline, .separate, .progressive].map {
            JPEGFixture(width: 101, height: 77, scans: $0, sampling: sampling, restartInterval: 2)
        }
    }

    private static func file(_ fixture: JPEGFixture, seed: UInt64 = 51) throws -> SecureBytes {
        let channels = fixture.space.channels
        let picture = Picture.gradient(fixture.width, fixture.height, channels: channels)
            .replacing(seed: seed) { x, y in x / 8 % 3 == 0 && y / 8 % 2 == 0 }
        return try SecureBytes(copying: fixture.encode(picture))
    }

    /// What the tests cover: a rectangle in the middle, grown to the grid, with a hole in it.
    private static func area(_ header: JPEGHeader) throws -> PaintArea {
        let target = try #require(PixelRect(x: 30, y: 20, width: 45, height: 38))
        let hole = try #require(PixelRect(x: 40, y: 24, width: 33, height: 33))
        let units = try #require(header.editableUnits)
        let kept = units.sheltered(in: hole, of: header.size)
        return try #require(
            PaintArea(units.influence(of: target, in: header.size), excluding: kept.map { [$0] } ?? [])
        )
    }

    @Test("what is grown to whole units is known to be whole units, and need not be decoded", arguments: fixtures)
    func wholeUnits(fixture: JPEGFixture) throws {
        let header = try JPEGFile(Self.file(fixture)).header
        let layout = try #require(header.layout)
        let target = try #require(PixelRect(x: 30, y: 20, width: 45, height: 38))
        let units = try #require(header.editableUnits)
        #expect(layout.isWholeUnits(units.influence(of: target, in: header.size), in: header.size))
        #expect(!layout.isWholeUnits(target, in: header.size))
        #expect(layout.isWholeUnits(PixelRect(header.size), in: header.size))
    }

    @Test(
        "every block outside what is covered keeps its coefficients, but for those at hidden edges",
        arguments: fixtures
    )
    func lossless(fixture: JPEGFixture) throws {
        let file = try Self.file(fixture)
        let header = try JPEGFile(file).header
        let layout = try #require(header.layout)
        let area = try Self.area(header)
        let before = try Self.blocks(of: file)
        for style in Style.allCases {
            let after = try Self.blocks(of: try style.cover(file, area))
            var (changed, kept) = (0, 0)
            for (block, values) in before {
                let component = layout.components[block.component]
                let unit = try #require(
                    PixelRect(
                        x: block.column / component.across * layout.unitWidth,
                        y: block.row / component.down * layout.unitHeight,
                        width: layout.unitWidth,
                        height: layout.unitHeight
                    )
                )
                if area.parts.contains(where: { $0.intersection(unit) != nil }) {
                    changed += after[block] == values ? 0 : 1
                } else if block.column < component.columns - 1, block.row < component.rows - 1 {
                    kept += 1
                    #expect(after[block] == values, "\(style) at \(block)")
                }
            }
            #expect(changed > 0 && kept > 0 && before.count == after.count)
        }
    }

    @Test("what is covered looks as it does where all is decoded and encoded anew", arguments: fixtures)
    func plainPath(fixture: JPEGFixture) throws {
        let file = try Self.file(fixture)
        let header = try JPEGFile(file).header
        let area = try Self.area(header)
        for style in Style.allCases {
            let covered = try Decoded(try style.cover(file, area).withUnsafeBytes(Array.init)).picture
            let plain = try style.coverPixels(of: file, area)
            // Colours of neighbouring pixels are shared, and a veil and a blur look at pixels that were.
            for part in area.parts {
                let crops = [covered, plain].map {
                    $0.crop(x: part.x, y: part.y, width: part.width, height: part.height)
                }
                #expect(crops[0].largestDifference(from: crops[1]) <= style.bound, "\(style) in \(part)")
                #expect(crops[0].psnr(against: crops[1]) > 32, "\(style) in \(part)")
            }
        }
    }

    @Test("a colour comes out the same whether blocks are made of it or painted with it", arguments: fixtures)
    func fill(fixture: JPEGFixture) throws {
        let file = try Self.file(fixture)
        let area = try Self.area(JPEGFile(file).header)
        for color in [Color.black, .white, Color(red: 200, green: 10, blue: 90)] {
            let filled = try JPEGFile(file).rewritten { try $0.fill(area, with: color) }
            let painted = try JPEGFile(file).rewritten { try $0.cover(area, with: Fill(color: color)) }
            #expect(filled == painted && filled != nil)
        }
    }

    @Test("any number of threads writes the same file", arguments: [2, 5])
    func threads(count: Int) throws {
        let file = try SecureBytes(copying: JPEGFixture(width: 90, height: 300).encode(.gradient(90, 300, channels: 3)))
        let area = try #require(PixelRect(x: 5, y: 3, width: 70, height: 290).flatMap { PaintArea($0) })
        let files = try [1, count].map { threads in
            try JPEGFile(file).rewritten { picture in
                try picture.cover(area, with: GaussianBlur(sigma: 3), work: WorkContext(threads: { threads }))
            }
        }
        #expect(files[0] == files[1] && files[0] != nil)
    }

    @Test("parts that are not whole units change no pixel of the picture but theirs by more than rounding")
    func oddParts() throws {
        let file = try SecureBytes(copying: JPEGFixture(width: 64, height: 48).encode(.gradient(64, 48, channels: 3)))
        let area = try #require(PixelRect(x: 19, y: 21, width: 22, height: 9).flatMap { PaintArea($0) })
        let before = try Decoded(file.withUnsafeBytes(Array.init)).picture
        let after = try Decoded(try Style.fill.cover(file, area).withUnsafeBytes(Array.init)).picture
        let far = before.places(differingFrom: after).filter { !(16..<48).contains($0.x) || !(16..<32).contains($0.y) }
        #expect(far.isEmpty)
        #expect(before[33, 25] != after[33, 25])
        let untouched = [before, after].map { $0.crop(x: 16, y: 16, width: 32, height: 4) }
        // Half of a chroma sample may be covered and the other half not.
        #expect(untouched[0].largestDifference(from: untouched[1]) <= 12)
    }

    /// The coefficients of a file as they are stored, by block.
    private static func blocks(of file: SecureBytes) throws -> [Block: [Int16]] {
        var result: [Block: [Int16]] = [:]
        _ = try #require(
            try JPEGFile(file).rewritten { coefficients in
                for (index, component) in coefficients.layout.components.enumerated() {
                    for row in 0..<component.rows {
                        let blocks = coefficients.blocks(inRow: row, of: index)
                        for column in 0..<component.columns {
                            result[Block(component: index, column: column, row: row)] =
                                Array(UnsafeBufferPointer(start: blocks + column * 64, count: 64))
                        }
                    }
                }
            }
        )
        return result
    }

    private struct Block: Hashable {
        let component: Int
        let column: Int
        let row: Int
    }

    /// An effect of each kind.
    private enum Style: CaseIterable {
        case fill, blur, pixelate, veil, label

        /// Largest difference between a sample and the same sample of the plain path.
        var bound: Int { 32 }

        func cover(_ file: SecureBytes, _ area: PaintArea) throws -> SecureBytes {
            let covered = try JPEGFile(file).rewritten { coefficients in
                switch self {
                case .fill: try coefficients.fill(area, with: Color(red: 200, green: 10, blue: 90))
                case .blur: try coefficients.cover(area, with: GaussianBlur(sigma: 6))
                case .pixelate: try coefficients.cover(area, with: Pixelate(block: 16))
                case .veil: try coefficients.cover(area, with: Veil())
                case .label: try coefficients.cover(area, with: Label(nil))
                }
            }
            return try #require(covered)
        }

        func coverPixels(of file: SecureBytes, _ area: PaintArea) throws -> Picture {
            var image = try DecodedImage(decoding: file)
            switch self {
            case .fill: try Fill(color: Color(red: 200, green: 10, blue: 90)).apply(to: &image.pixels, in: area)
            case .blur: try GaussianBlur(sigma: 6).apply(to: &image.pixels, in: area)
            case .pixelate: try Pixelate(block: 16).apply(to: &image.pixels, in: area)
            case .veil: try Veil().apply(to: &image.pixels, in: area)
            case .label: try Label(nil).apply(to: &image.pixels, in: area)
            }
            let file = try image.pixels.encoded(.jpeg(quality: 97))
            return try Decoded(file.withUnsafeBytes(Array.init)).picture
        }
    }
}
