import BoundedWork
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Some effects are painted as rows of a picture become known")
struct RowwisePaintingTests {
    private static let (width, height) = (67, 90)

    private static func areas() throws -> [PaintArea] {
        let target = try #require(PixelRect(x: 5, y: 11, width: 50, height: 61))
        let hole = try #require(PixelRect(x: 20, y: 30, width: 9, height: 17))
        let all = try #require(PixelRect(x: 0, y: 0, width: width, height: height))
        return [all, target].compactMap { PaintArea($0) } + [try #require(PaintArea(target, excluding: [hole]))]
    }

    /// The picture after painting with ever more rows, of which those that are not known yet hold something else.
    private static func paint(
        _ effect: some Effect,
        _ area: PaintArea,
        on picture: Picture,
        _ generator: inout SeededGenerator
    ) throws -> Picture {
        var pixels = try PixelBuffer(picture)
        var painting = try #require(try effect.rowwise(over: area, of: pixels.format))
        var canvas = try PixelBuffer(.noise(width, height, channels: picture.channels, seed: 7))
        var (known, final) = (0, 0)
        let rowBytes = width * picture.channels
        while known < height {
            let next = min(known + generator.int(0...13), height)
            for y in known..<next { canvas.mutableRow(y).update(from: pixels.row(y), count: rowBytes) }
            known = next
            let count = try painting.advance(on: &canvas, within: known, WorkContext())
            #expect(final...known ~= count)
            // What is final is neither read nor painted any more.
            for y in final..<count {
                pixels.mutableRow(y).update(from: canvas.row(y), count: rowBytes)
                canvas.mutableRow(y).update(repeating: UInt8(truncatingIfNeeded: y), count: rowBytes)
            }
            final = count
        }
        #expect(final == height)
        return pixels.picture
    }

    @Test("the same as painting at once", arguments: [3, 4])
    func same(channels: Int) throws {
        var generator = SeededGenerator(seed: 90)
        let opaque = Picture.noise(Self.width, Self.height, channels == 4 ? .rgba : .rgb, opaque: true, seed: 91)
        var pictures = [opaque]
        if channels == 4 {
            var below = opaque
            for index in stride(from: 40 * Self.width * 4 + 3, to: opaque.samples.count, by: 28) {
                below.samples[index] = 90
            }
            pictures += [below, .noise(Self.width, Self.height, .rgba, seed: 92)]
        }
        for picture in pictures {
            for area in try Self.areas() {
                for block in [1, 4, 13, 200] {
                    let expected = try Pixelate(block: block).applied(to: picture, in: area)
                    #expect(try Self.paint(Pixelate(block: block), area, on: picture, &generator) == expected)
                }
                for sigma in [0.5, 2, 3.9] where channels == 3 {
                    let expected = try GaussianBlur(sigma: sigma).applied(to: picture, in: area)
                    #expect(try Self.paint(GaussianBlur(sigma: sigma), area, on: picture, &generator) == expected)
                }
            }
        }
    }

    @Test("an effect that has to see more is not painted so")
    func others() throws {
        let area = try Self.areas()[0]
        #expect(try GaussianBlur(sigma: 4).rowwise(over: area, of: .rgb) == nil)
        #expect(try GaussianBlur(sigma: 2).rowwise(over: area, of: .rgba) == nil)
        #expect(try Fill(color: .black).rowwise(over: area, of: .rgb) == nil)
        #expect(try Veil().rowwise(over: area, of: .rgb) == nil)
    }

    @Test("it ends early once it is cancelled")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let picture = Picture.noise(Self.width, Self.height, .rgb, seed: 93)
        for effect in [GaussianBlur(sigma: 2), Pixelate(block: 5)] as [any Effect] {
            var pixels = try PixelBuffer(picture)
            var painting = try #require(try effect.rowwise(over: Self.areas()[0], of: .rgb))
            _ = try painting.advance(on: &pixels, within: Self.height, WorkContext(cancellation: cancellation))
            #expect(pixels.picture == picture)
        }
    }
}
