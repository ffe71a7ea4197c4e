import BoundedWork
import Detection
import ImageCore
import Samples
import Testing

@Suite("Faces")
struct FaceTests {
    private func faces(_ canvas: Canvas) throws -> [Face] {
        var budget = WorkBudget(limit: Detector.workLimit)
        return try LoadedDetector.detector().faces(of: canvas.pixels(), budget: &budget)
    }

    @Test("drawn faces are found where they are, with their eyes")
    func drawn() throws {
        var canvas = Canvas(width: 900, height: 800, Color(red: 200, green: 210, blue: 220))
        let middles = [Point(x: 150, y: 150), Point(x: 450, y: 200), Point(x: 750, y: 600)]
        for middle in middles { canvas.drawFace(middle, size: 16) }
        let found = try faces(canvas)
        #expect(found.count == middles.count)
        for middle in middles {
            let face = try #require(
                found.first {
                    $0.quadrilateral.columns.contains(middle.x) && $0.quadrilateral.rows.contains(middle.y)
                }
            )
            // As drawn: eyes a third of the size beside the middle, a seventh above it.
            #expect(abs(face.leftEye.x - (middle.x - 5.3)) < 3)
            #expect(abs(face.rightEye.x - (middle.x + 5.3)) < 3)
            #expect(abs(face.leftEye.y - (middle.y - 2.2)) < 3)
            #expect(face.nose.y < face.leftMouthCorner.y)
            #expect((16..<44).contains(face.quadrilateral.rows.upperBound - face.quadrilateral.rows.lowerBound))
        }
    }

    @Test("screens without faces show none", arguments: Sample.allCases)
    func none(sample: Sample) throws {
        #expect(try faces(Canvas(sample)).isEmpty)
    }
}

extension Canvas {
    /// Draws a face from the front: skin, hair, brows, eyes, a nose and a mouth, all ellipses with soft edges.
    fileprivate mutating func drawFace(_ middle: Point, size: Float) {
        let skin = SIMD3<Float>(224, 172, 140)
        let hair = SIMD3<Float>(60, 40, 30)
        func ellipse(
            _ x: Float,
            _ y: Float,
            _ width: Float,
            _ height: Float,
            _ color: SIMD3<Float>,
            _ softness: Float = 0.15
        ) {
            let (centerX, centerY) = (Float(middle.x) + x * size, Float(middle.y) + y * size)
            let reach = Int(2 * size)
            for row in Int(middle.y) - reach..<Int(middle.y) + reach {
                for column in Int(middle.x) - reach..<Int(middle.x) + reach {
                    let across = (Float(column) - centerX) / (width * size)
                    let down = (Float(row) - centerY) / (height * size)
                    let share = min(max((1 - across * across - down * down) / softness, 0), 1)
                    self[column, row] = self[column, row] * (1 - share) + color * share
                }
            }
        }
        ellipse(0, -0.25, 0.95, 1.2, hair)
        ellipse(0, 1.5, 0.45, 0.5, skin * 0.8)
        ellipse(0, 0, 0.78, 1.05, skin, 0.35)
        ellipse(0, -0.85, 0.72, 0.35, hair)
        for side: Float in [-1, 1] {
            ellipse(side * 0.33, -0.32, 0.2, 0.045, hair)
            ellipse(side * 0.33, -0.15, 0.2, 0.12, skin * 0.8, 0.6)
            ellipse(side * 0.33, -0.14, 0.15, 0.075, SIMD3(245, 245, 245))
            ellipse(side * 0.33, -0.14, 0.07, 0.075, hair)
            ellipse(side * 0.11, 0.27, 0.05, 0.03, skin * 0.55)
        }
        ellipse(0, 0.15, 0.07, 0.25, skin * 1.08, 0.9)
        ellipse(0, 0.56, 0.3, 0.09, SIMD3(190, 90, 90))
        ellipse(0, 0.55, 0.26, 0.02, SIMD3(120, 50, 50))
    }
}
