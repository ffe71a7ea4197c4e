import Foundation
import SeededRandom
import Testing

@testable import Redaction

/// A shape on a snapshot of 60 x 50 pixels, and whether a point lies in it.
struct ShapeSample: CustomTestStringConvertible {
    let target: Target
    let contains: @Sendable (_ x: Double, _ y: Double) -> Bool
    /// Points of its edge, close to each other.
    let edge: [(x: Double, y: Double)]
    let testDescription: String

    /// Whether all of it lies on the snapshot.
    var isInside: Bool { edge.allSatisfy { (0...60).contains($0.x) && (0...50).contains($0.y) } }
}

extension ShapeSample {
    /// Ellipses, rounded rectangles and polygons, some of which reach beyond the snapshot.
    static func all() throws -> [ShapeSample] {
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

    private static func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> ShapeSample {
        let (centerX, centerY) = (x + width / 2, y + height / 2)
        return ShapeSample(
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
    ) throws -> ShapeSample {
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
        return ShapeSample(
            target: .region(
                try #require(Region(x: x, y: y, width: width, height: height, cornerRadius: radius))
            ),
            contains: { hypot($0 - clamp($0, inner.0), $1 - clamp($1, inner.1)) <= radius },
            edge: edge + sides,
            testDescription: "region of \(width) x \(height) at \(x), \(y) with corners of \(radius)"
        )
    }

    private static func polygon(_ points: [Polygon.Point]) throws -> ShapeSample {
        let edges = Array(zip(points, points.dropFirst() + points.prefix(1)))
        return ShapeSample(
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
