import ImageCore
import Testing

@testable import Redaction

@Suite("Shapes cover every pixel that they touch, whole")
struct ShapePixelTests {
    @Test("covered are the pixels in which a point of the shape lies, and no others", arguments: try ShapeSample.all())
    func touched(sample: ShapeSample) throws {
        let covered = try ShapeScreen.pixels(Policy(rules: [.init(sample.target, .fill(.black))]))
        let touched = try self.touched(sample)
        #expect(covered.isSuperset(of: touched))
        // Points are only so close to each other: what they miss has the edge within a hundredth of a pixel.
        for pixel in covered.subtracting(touched) {
            let isNear = sample.edge.contains { point in
                (Double(pixel.x) - 0.02...Double(pixel.x) + 1.02).contains(point.x)
                    && (Double(pixel.y) - 0.02...Double(pixel.y) + 1.02).contains(point.y)
            }
            #expect(isNear, "\(pixel)")
        }
    }

    @Test("kept are pixels of which all lies in the shape", arguments: try ShapeSample.all())
    func filled(sample: ShapeSample) throws {
        let policy = try Policy(rules: [.init(.screen, .fill(.black))], keep: [sample.target])
        let kept = ShapeScreen.all.subtracting(try ShapeScreen.pixels(policy))
        #expect(!kept.isEmpty)
        for pixel in kept {
            #expect(Self.points(of: pixel, inset: 1e-4).allSatisfy(sample.contains), "\(pixel)")
        }
        // Those that are whole, and no edge anywhere near, are kept.
        for pixel in try touched(sample).subtracting(kept) {
            let isWhole = Self.points(of: pixel, inset: -0.02).allSatisfy(sample.contains)
            let hasEdge = sample.edge.contains { point in
                (Double(pixel.x) - 0.02...Double(pixel.x) + 1.02).contains(point.x)
                    && (Double(pixel.y) - 0.02...Double(pixel.y) + 1.02).contains(point.y)
            }
            #expect(!isWhole || hasEdge, "\(pixel)")
        }
    }

    @Test("padding covers as much more on each side", arguments: try ShapeSample.all().filter(\.isInside))
    func padding(sample: ShapeSample) throws {
        let own = try ShapeScreen.pixels(Policy(rules: [.init(sample.target, .fill(.black))]))
        let padded = try ShapeScreen.pixels(Policy(rules: [.init(sample.target, .fill(.black), padding: 3)]))
        var expected = own
        for pixel in own {
            for y in pixel.y - 3...pixel.y + 3 {
                for x in pixel.x - 3...pixel.x + 3 { expected.insert(ShapeScreen.Pixel(x: x, y: y)) }
            }
        }
        #expect(padded.isSubset(of: expected))
        #expect(padded.isSuperset(of: own))
        #expect(padded.count > own.count)
    }

    @Test("a region whose corners are not rounded is the rectangle that it was")
    func square() throws {
        let rounded = try #require(Region(x: 3.2, y: 4.5, width: 10, height: 7.5, cornerRadius: 0))
        #expect(
            try ShapeScreen.plan(Policy(rules: [.init(.region(rounded), .fill(.black))])).steps[0].area.parts.count == 1
        )
        let policy = try ShapeScreen.policy(
            #"{ "region": { "x": 1, "y": 2, "width": 3, "height": 4, "cornerRadius": 0 } }"#
        )
        #expect(policy.rules[0].target == .region(try #require(Region(x: 1, y: 2, width: 3, height: 4))))
    }

    @Test("a radius of more than half of the shorter edge counts as that half")
    func largeRadius() throws {
        let region = try #require(Region(x: 10, y: 10, width: 30, height: 12, cornerRadius: 6))
        let larger = try #require(Region(x: 10, y: 10, width: 30, height: 12, cornerRadius: 500))
        let covered = try [region, larger].map {
            try ShapeScreen.pixels(Policy(rules: [.init(.region($0), .fill(.black))]))
        }
        #expect(covered[0] == covered[1])
    }

    @Test("a shape that is nearly flat covers the pixels that it lies in")
    func flat() throws {
        let ellipse = try #require(Ellipse(x: 10, y: 20, width: 4, height: 1e-9))
        let pixels = try ShapeScreen.pixels(Policy(rules: [.init(.ellipse(ellipse), .fill(.black))]))
        #expect(pixels == Set((10..<14).map { ShapeScreen.Pixel(x: $0, y: 20) }))
    }

    private func touched(_ sample: ShapeSample) throws -> Set<ShapeScreen.Pixel> {
        ShapeScreen.all.filter { Self.points(of: $0, inset: 1e-4).contains(where: sample.contains) }
    }

    /// 25 points of a pixel, those at its edges `inset` within it.

    private static func points(of pixel: ShapeScreen.Pixel, inset: Double) -> [(x: Double, y: Double)] {
        let offsets = [inset, 0.25, 0.5, 0.75, 1 - inset]
        return offsets.flatMap { y in offsets.map { (Double(pixel.x) + $0, Double(pixel.y) + y) } }
    }
}
