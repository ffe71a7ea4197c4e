import Foundation

/// Output of CenterFace (Xu et al., "CenterFace: Joint Face Detection and Alignment Using Face as Point", 2019): maps of a
/// quarter of the picture's width and height, in which a face is a place.
struct FaceMaps {
    static let stride = 4
    private static let leastScore: Float = 0.35

    private let width: Int
    private let height: Int
    private let scores: UnsafeBufferPointer<Float>
    /// The logarithms of the heights, then of the widths.
    private let sizes: UnsafeBufferPointer<Float>
    /// Distances of the middle below the place, then right of it.
    private let offsets: UnsafeBufferPointer<Float>
    /// For each of five points the rows, then the columns, in heights and widths of the face.
    private let landmarks: UnsafeBufferPointer<Float>

    /// Nil if the outputs are not those of a picture of this size.
    init?(_ outputs: [Tensor], width: Int, height: Int) {
        self.width = width / Self.stride
        self.height = height / Self.stride
        let counts = [1, 2, 2, 10].map { [count = self.width * self.height] in $0 * count }
        guard outputs.map(\.values.count) == counts else { return nil }
        scores = outputs[0].values
        sizes = outputs[1].values
        offsets = outputs[2].values
        landmarks = outputs[3].values
    }

    /// All places that may be a face, many for each.
    var faces: [Face] {
        scores.indices.lazy.filter { scores[$0] > Self.leastScore }.compactMap(face)
    }

    /// Nil if a number is not finite, which a network returns whose file is damaged.
    private func face(at place: Int) -> Face? {
        let count = width * height
        let stride = Double(Self.stride)
        let faceHeight = exp(Double(sizes[place])) * stride
        let faceWidth = exp(Double(sizes[count + place])) * stride
        let middle = Point(
            x: (Double(place % width) + Double(offsets[count + place]) + 0.5) * stride,
            y: (Double(place / width) + Double(offsets[place]) + 0.5) * stride
        )
        let (left, top) = (middle.x - faceWidth / 2, middle.y - faceHeight / 2)
        let points = (0..<5).map { index in
            Point(
                x: left + Double(landmarks[(2 * index + 1) * count + place]) * faceWidth,
                y: top + Double(landmarks[2 * index * count + place]) * faceHeight
            )
        }
        guard
            ([left, top, left + faceWidth, top + faceHeight] + points.flatMap { [$0.x, $0.y] }).allSatisfy(\.isFinite)
        else {
            return nil
        }
        return Face(
            quadrilateral: Quadrilateral(x: left...left + faceWidth, y: top...top + faceHeight),
            score: Double(scores[place]),
            leftEye: points[0],
            rightEye: points[1],
            nose: points[2],
            leftMouthCorner: points[3],
            rightMouthCorner: points[4]
        )
    }
}
