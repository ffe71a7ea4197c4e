import BoundedWork
import Foundation
import ImageCore
import Messages
import SecureMemory
import SeededRandom
import StrictJSON
import Testing

@testable import Redaction

@Suite("Shapes cover every pixel that they touch, whole")
struct ShapeTests {
    /// A shape on a snapshot of 60 x 50 pixels, and whether a point lies in it.
    struct Sample: CustomTestStringConvertible {
        let target: Target
        let contains: @Sendable (_ x: Double, _ y: Double) -> Bool
        /// Points of its edge, close to each other.
        let edge: [(x: Double, y: Double)]
        let testDescription: String

        /// Whether all of it lies on the snapshot.
        var isInside: Bool { edge.allSatisfy { (0...60).contains($0.x) && (0...50).contains($0.y) } }
    }

    @Test("covered are the pixels in which a point of the shape lies, and no others", arguments: try samples())
    func touched(sample: Sample) throws {
        let covered = try pixels(Policy(rules: [.init(sample.target, .fill(.black))]))
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

    @Test("kept are pixels of which all lies in the shape", arguments: try samples())
    func filled(sample: Sample) throws {
        let policy = try Policy(rules: [.init(.screen, .fill(.black))], keep: [sample.target])
        let kept = Self.all.subtracting(try pixels(policy))
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

    @Test("padding covers as much more on each side", arguments: try samples().filter(\.isInside))
    func padding(sample: Sample) throws {
        let own = try pixels(Policy(rules: [.init(sample.target, .fill(.black))]))
        let padded = try pixels(Policy(rules: [.init(sample.target, .fill(.black), padding: 3)]))
        var expected = own
        for pixel in own {
            for y in pixel.y - 3...pixel.y + 3 {
                for x in pixel.x - 3...pixel.x + 3 { expected.insert(Pixel(x: x, y: y)) }
            }
        }
        #expect(padded.isSubset(of: expected))
        #expect(padded.isSuperset(of: own))
        #expect(padded.count > own.count)
    }

    @Test("a region whose corners are not rounded is the rectangle that it was")
    func square() throws {
        let rounded = try #require(Region(x: 3.2, y: 4.5, width: 10, height: 7.5, cornerRadius: 0))
        #expect(try plan(Policy(rules: [.init(.region(rounded), .fill(.black))])).steps[0].area.parts.count == 1)
        let policy = try policy(#"{ "region": { "x": 1, "y": 2, "width": 3, "height": 4, "cornerRadius": 0 } }"#)
        #expect(policy.rules[0].target == .region(try #require(Region(x: 1, y: 2, width: 3, height: 4))))
    }

    @Test("a radius of more than half of the shorter edge counts as that half")
    func largeRadius() throws {
        let region = try #require(Region(x: 10, y: 10, width: 30, height: 12, cornerRadius: 6))
        let larger = try #require(Region(x: 10, y: 10, width: 30, height: 12, cornerRadius: 500))
        let covered = try [region, larger].map { try pixels(Policy(rules: [.init(.region($0), .fill(.black))])) }
        #expect(covered[0] == covered[1])
    }

    @Test("a receipt has one entry for a shape, which names it")
    func receipt() throws {
        let snapshot = try Screen(secret: 1, in: [0, 0, 1, 1]).encoded()
        for (target, name) in [
            (#"{ "ellipse": { "x": 10, "y": 10, "width": 40, "height": 20 } }"#, "ellipse"),
            (#"{ "polygon": [[10, 10], [50, 10], [30, 30]] }"#, "polygon"),
            (#"{ "region": { "x": 10, "y": 10, "width": 40, "height": 20, "cornerRadius": 5 } }"#, "rounded"),
        ] {
            let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy(target)))
            #expect(result.receipt.covered.map(\.shape) == [name])
            #expect(result.receipt.covered.map(\.rect) == result.plan.map(\.rect))
            #expect(result.receipt.covered[0].rect.width == 40)
            #expect(result.plan.map(\.shape) == [name])
        }
    }

    @Test("a receipt tells each part of a shape that something is cut out of")
    func cutReceipt() throws {
        let ellipse = try #require(Ellipse(x: 10, y: 10, width: 40, height: 20))
        let hole = try #require(Region(x: 20, y: 15, width: 5, height: 5))
        let policy = try Policy(rules: [.init(.ellipse(ellipse), .fill(.black))], keep: [.region(hole)])
        let snapshot = try Screen(secret: 1, in: [0, 0, 1, 1]).encoded()
        let receipt = try Redactor().redact(RedactionRequest(snapshot, policy: policy)).receipt
        #expect(receipt.covered.allSatisfy { $0.shape == nil && $0.target == "ellipse" })
        let size = try #require(PixelSize(width: Screen.width, height: Screen.height))
        let parts = try Plan(policy, size: size, grid: .pixels).steps.flatMap(\.area.parts)
        #expect(receipt.covered.map(\.rect) == parts.map(Receipt.Rect.init))
    }

    @Test("what is erased in a shape does not reach the output, on a PNG and on a JPEG", arguments: Screen.JPEG.all)
    func erased(jpeg: Screen.JPEG) throws {
        let secret = [30, 20, 31, 17]
        let targets: [Target] = [
            // Each holds the rectangle of the secret.
            .ellipse(try #require(Ellipse(x: 20, y: 12, width: 51, height: 33))),
            .region(try #require(Region(x: 28, y: 18, width: 35, height: 21, cornerRadius: 5))),
            .polygon(try #require(Polygon([.init(x: 45, y: 0), .init(x: 80, y: 38), .init(x: 10, y: 38)]))),
        ]
        for target in targets {
            for style in [Style.fill(.black), .veil(radius: nil), .message(.standard)] {
                let policy = try Policy(rules: [.init(target, style)])
                let screens = (1...3).map { Screen(secret: $0, in: secret, ink: .red) }
                let pngs = try screens.map { try redacted($0.encoded(), policy) }
                #expect(Set(pngs).count == 1, "\(target)")
                let jpegs = try screens.map { try redacted($0.encoded(jpeg), policy) }
                #expect(Set(jpegs).count == 1, "\(target)")
            }
        }
    }

    private func redacted(_ snapshot: SecureBytes, _ policy: Policy) throws -> [UInt8] {
        try Redactor().redact(RedactionRequest(snapshot, policy: policy)).image.withUnsafeBytes(Array.init)
    }

    @Test("policies with shapes are written as they are read")
    func writing() throws {
        for target in [
            #"{"ellipse":{"height":20,"width":40.5,"x":-10,"y":10}}"#, #"{"polygon":[[10,10],[50,10.5],[30,30]]}"#,
            #"{"region":{"cornerRadius":5,"height":20,"width":40,"x":10,"y":10}}"#,
        ] {
            let policy = try policy(target)
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(policy.rules[0].target), as: UTF8.self) == target)
            let again = try Policy(parsing: SecureBytes(copying: encoder.encode(policy)))
            #expect(again == policy)
        }
    }

    @Test(
        "a shape that is none is refused, with its place",
        arguments: [
            (#"{ "polygon": [[1, 1], [2, 2]] }"#, "/rules/0/target/polygon"),
            (#"{ "polygon": [[1, 1], [2, 2], [3, 3]] }"#, "/rules/0/target/polygon"),
            (#"{ "polygon": [[1, 1], [2, 2], [3]] }"#, "/rules/0/target/polygon/2"),
            (#"{ "polygon": [[1, 1], [2, 2], [3, 2e6]] }"#, "/rules/0/target/polygon/2/1"),
            (tooManyPoints, "/rules/0/target/polygon"),
            (#"{ "ellipse": { "x": 1, "y": 1, "width": 0, "height": 4 } }"#, "/rules/0/target/ellipse/width"),
            (
                #"{ "ellipse": { "x": 1, "y": 1, "width": 4, "height": 4, "cornerRadius": 1 } }"#,
                "/rules/0/target/ellipse/cornerRadius"
            ),
            (
                #"{ "region": { "x": 1, "y": 1, "width": 4, "height": 4, "cornerRadius": -1 } }"#,
                "/rules/0/target/region/cornerRadius"
            ),
        ]
    )
    func refused(target: String, pointer: String) throws {
        let error = #expect(throws: PolicyError.self) { try policy(target) }
        #expect(error?.pointer?.description == pointer)
    }

    @Test(
        "a polygon whose line goes round parts of it in opposite directions is refused, as they could cancel each other out",
        arguments: [
            // Two squares that overlap.
            "[[5,5],[30,5],[30,30],[5,30],[5,5],[15,15],[15,45],[45,45],[45,15],[15,15]]",
            // An 8.
            "[[10,10],[30,10],[10,40],[30,40]]",
        ]
    )
    func bothWays(points: String) throws {
        let error = #expect(throws: PolicyError.self) { try plan(policy(#"{ "polygon": \#(points) }"#)) }
        #expect(error?.code == "policy-invalid")
        #expect(error?.pointer?.description == "/rules/0/target/polygon")
    }

    @Test("an edge that is gone to and fro is no direction")
    func toAndFro() throws {
        let target = #"{ "polygon": [[10,10],[40,10],[40,30],[50,40],[40,30],[10,30]] }"#
        #expect(try plan(policy(target)).steps.count == 1)
    }

    @Test(
        "a shape that misses the snapshot is refused, though the rectangle round it does not",
        arguments: [
            #"{ "polygon": [[-1000,900],[900,-1000],[-1000,-1000]] }"#,
            #"{ "ellipse": { "x": -100, "y": -100, "width": 110, "height": 110 } }"#,
            #"{ "region": { "x": -199, "y": -199, "width": 200, "height": 200, "cornerRadius": 100 } }"#,
        ]
    )
    func misses(target: String) throws {
        let error = #expect(throws: PolicyError.self) { try plan(policy(target)) }
        #expect(error?.code == "region-outside")
    }

    @Test("a shape that is nearly flat covers the pixels that it lies in")
    func flat() throws {
        let ellipse = try #require(Ellipse(x: 10, y: 20, width: 4, height: 1e-9))
        let pixels = try pixels(Policy(rules: [.init(.ellipse(ellipse), .fill(.black))]))
        #expect(pixels == Set((10..<14).map { Pixel(x: $0, y: 20) }))
    }

    @Test("a shape beside which something is kept is one entry, and its plan names it even where it is cut")
    func keptBeside() throws {
        let snapshot = try Screen(secret: 1, in: [0, 0, 1, 1]).encoded()
        let ellipse = try #require(Ellipse(x: 10, y: 10, width: 40, height: 40))
        let corner = try #require(Region(x: 10, y: 10, width: 4, height: 4))
        let middle = try #require(Region(x: 25, y: 25, width: 4, height: 4))
        func redact(keeping region: Region) throws -> Redactor.Result {
            let policy = try Policy(rules: [.init(.ellipse(ellipse), .fill(.black))], keep: [.region(region)])
            return try Redactor().redact(RedactionRequest(snapshot, policy: policy))
        }
        let beside = try redact(keeping: corner)
        #expect(beside.receipt.covered.map(\.shape) == ["ellipse"])
        let cut = try redact(keeping: middle)
        #expect(cut.receipt.covered.count > 2)
        #expect(cut.receipt.covered.allSatisfy { $0.shape == nil })
        #expect(cut.plan.map(\.shape) == ["ellipse"])
    }

    @Test("words are written where the outline has room for them")
    func message() throws {
        let white = try PixelBuffer(try #require(PixelSize(width: 300, height: 300)), format: .rgb, filledWith: .white)
        let ellipse = try #require(Ellipse(x: 20, y: 20, width: 260, height: 260))
        let policy = try Policy(rules: [.init(.ellipse(ellipse), .message(Message(text: "Hidden")))])
        let request = RedactionRequest(try white.encoded(.png()), policy: policy)
        #expect(try Redactor().redact(request).receipt.covered.map(\.message) == [nil])
    }

    @Test("shapes that are kept are bounded in their rows, too")
    func keptRows() throws {
        let size = try #require(PixelSize(width: 3000, height: 16_384))
        // A comb, whose teeth are slanted so that no two rows are alike.
        let comb = try #require(
            Polygon(
                (0..<31).flatMap { tooth -> [Polygon.Point] in
                    let x = Double(tooth) * 90
                    return [.init(x: x, y: 0), .init(x: x + 20, y: 16_300)]
                } + [.init(x: 2990, y: 16_384), .init(x: 0, y: 16_384)]
            )
        )
        let screen = Policy.Rule(.screen, .fill(.black))
        let policy = try Policy(rules: [screen], keep: Array(repeating: .polygon(comb), count: 64))
        let error = #expect(throws: PolicyError.self) { try Plan(policy, size: size, grid: .pixels) }
        #expect(error?.code == "too-much-work")
    }

    @Test("a shape that lies outside the snapshot is refused, and one that keeps no pixel")
    func outside() throws {
        let target = #"{ "ellipse": { "x": 100, "y": 10, "width": 40, "height": 20 } }"#
        let error = #expect(throws: PolicyError.self) { try plan(policy(target)) }
        #expect(error?.code == "region-outside")
        #expect(error?.pointer?.description == "/rules/0/target/ellipse")
        let ellipse = try #require(Ellipse(x: 10, y: 10, width: 1, height: 1))
        let tiny = try Policy(rules: [.init(.screen, .fill(.black))], keep: [.ellipse(ellipse)])
        #expect(throws: PolicyError.keepTooSmall(JSONPointer([.name("keep"), .index(0), .name("ellipse")]))) {
            try plan(tiny)
        }
    }

    @Test("finding out what shapes cover is cut off, for all rules together")
    func work() throws {
        let size = try #require(PixelSize(width: 16_384, height: 16_384))
        let zigzag = (0..<64).map { Polygon.Point(x: Double($0) * 256, y: $0 % 2 == 0 ? 0 : 16_384) }
        let polygon = try #require(Polygon(zigzag))
        let rules = Array(repeating: Policy.Rule(.polygon(polygon), .fill(.black)), count: Policy.maximumRules)
        let policy = try Policy(rules: rules)
        let error = #expect(throws: PolicyError.self) { try Plan(policy, size: size, grid: .pixels) }
        #expect(error?.code == "policy-invalid" || error?.code == "too-much-work")
        let padded = try Policy(rules: [.init(.polygon(polygon), .fill(.black), padding: 16_000)])
        #expect(throws: PolicyError.self) { try Plan(padded, size: size, grid: .pixels) }
    }
}

extension ShapeTests {
    struct Pixel: Hashable {
        let x: Int
        let y: Int
    }

    private static let tooManyPoints =
        #"{ "polygon": ["# + (0..<65).map { "[\($0), \($0 * $0)]" }.joined(separator: ",") + "] }"

    private static let (width, height) = (60, 50)
    private static let all = Set((0..<height).flatMap { y in (0..<width).map { Pixel(x: $0, y: y) } })

    private func policy(_ target: String) throws -> Policy {
        let text = ##"{ "rules": [ { "target": \##(target), "style": { "fill": { "color": "#000" } } } ] }"##
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    private func plan(_ policy: Policy) throws -> Plan {
        try Plan(policy, size: #require(PixelSize(width: Self.width, height: Self.height)), grid: .pixels)
    }

    private func pixels(_ policy: Policy) throws -> Set<Pixel> {
        var pixels: Set<Pixel> = []
        for part in try plan(policy).steps.flatMap(\.area.parts) {
            for y in part.rows {
                for x in part.columns { #expect(pixels.insert(Pixel(x: x, y: y)).inserted) }
            }
        }
        return pixels
    }

    /// The pixels of the snapshot in which one of many points lies in the shape.
    private func touched(_ sample: Sample) throws -> Set<Pixel> {
        Self.all.filter { Self.points(of: $0, inset: 1e-4).contains(where: sample.contains) }
    }

    /// 25 points of a pixel, those at its edges `inset` within it.
    private static func points(of pixel: Pixel, inset: Double) -> [(x: Double, y: Double)] {
        let offsets = [inset, 0.25, 0.5, 0.75, 1 - inset]
        return offsets.flatMap { y in offsets.map { (Double(pixel.x) + $0, Double(pixel.y) + y) } }
    }

    static func samples() throws -> [Sample] {
        var random = SeededGenerator(seed: 14)
        func number(_ range: ClosedRange<Double>) -> Double {
            // Quarters, too, so that edges lie on those of pixels.
            let number = Double.random(in: range, using: &random)
            return Bool.random(using: &random) ? number : (number * 4).rounded() / 4
        }
        return try (0..<8).flatMap { index in
            let (x, y) = (number(-5...30), number(-5...25))
            let (width, height) = (number(6...30), number(6...30))
            // Round a middle, so that no edge crosses another, in one direction or the other.
            let angles = (0..<[3, 5, 9][index % 3]).map { _ in number(0...6.28) }.sorted()
            let corners = angles.map { angle in
                let radius = number(8...40)
                return Polygon.Point(x: 30 + radius * cos(angle), y: 25 + radius * sin(angle))
            }
            let points = index % 2 == 0 ? corners : corners.reversed()
            return [
                try ellipse(x, y, width, height),
                try rounded(x, y, width, height, number(0.5...3)),
                try polygon(points),
            ]
        } + [try polygon(star)]
    }

    /// A star of five points, drawn in one line that crosses itself.
    private static let star = (0..<5).map { index in
        let angle = Double(index * 2) * 2 * Double.pi / 5
        return Polygon.Point(x: 30 + 22 * sin(angle), y: 25 - 22 * cos(angle))
    }

    private static func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> Sample {
        let (centerX, centerY) = (x + width / 2, y + height / 2)
        return Sample(
            target: .ellipse(try #require(Ellipse(x: x, y: y, width: width, height: height))),
            contains: { hypot(($0 - centerX) / (width / 2), ($1 - centerY) / (height / 2)) <= 1 },
            edge: (0..<8000).map { index in
                let angle = Double(index) / 8000 * 2 * Double.pi
                return (centerX + width / 2 * cos(angle), centerY + height / 2 * sin(angle))
            },
            testDescription: "ellipse of \(width) x \(height) at \(x), \(y)"
        )
    }

    private static func rounded(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ radius: Double
    ) throws -> Sample {
        let inner = (x + radius...x + width - radius, y + radius...y + height - radius)
        @Sendable func clamp(_ value: Double, _ range: ClosedRange<Double>) -> Double {
            min(max(value, range.lowerBound), range.upperBound)
        }
        let edge = (0..<5000).map { index -> (x: Double, y: Double) in
            let angle = Double(index) / 5000 * 2 * Double.pi
            let (far, farther) = (x + width / 2 + 1e3 * cos(angle), y + height / 2 + 1e3 * sin(angle))
            return (clamp(far, inner.0) + radius * cos(angle), clamp(farther, inner.1) + radius * sin(angle))
        }
        let sides = (0..<5000).flatMap { index -> [(x: Double, y: Double)] in
            let part = Double(index) / 5000
            return [
                (x, y + part * height), (x + width, y + part * height), (x + part * width, y),
                (x + part * width, y + height),
            ]
        }
        return Sample(
            target: .region(
                try #require(Region(x: x, y: y, width: width, height: height, cornerRadius: radius))
            ),
            contains: { hypot($0 - clamp($0, inner.0), $1 - clamp($1, inner.1)) <= radius },
            edge: edge + sides,
            testDescription: "region of \(width) x \(height) at \(x), \(y) with corners of \(radius)"
        )
    }

    private static func polygon(_ points: [Polygon.Point]) throws -> Sample {
        let edges = Array(zip(points, points.dropFirst() + points.prefix(1)))
        return Sample(
            target: .polygon(try #require(Polygon(points))),
            contains: { x, y in
                // The winding number, by edges that cross a ray to the right.
                var winding = 0
                for (start, end) in edges where (start.y <= y) != (end.y <= y) {
                    let crossing = start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y)
                    if crossing > x { winding += end.y > start.y ? 1 : -1 }
                }
                return winding != 0
            },
            edge: edges.flatMap { start, end in
                (0..<4000).map { index in
                    let part = Double(index) / 4000
                    return (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
                }
            },
            testDescription: "polygon \(points.map { "\($0.x), \($0.y)" })"
        )
    }
}
