/// A face that was seen in a picture.
public struct Face: Sendable, Hashable {
    /// An upright rectangle from the forehead to the chin.
    public let quadrilateral: Quadrilateral
    /// How sure it is, 0 to 1.
    public let score: Double
    /// The middle of the eye that is on the left in the picture.
    public let leftEye: Point
    /// The middle of the eye that is on the right in the picture.
    public let rightEye: Point
    /// The tip of the nose.
    public let nose: Point
    /// The corner of the mouth that is on the left in the picture.
    public let leftMouthCorner: Point
    /// The corner of the mouth that is on the right in the picture.
    public let rightMouthCorner: Point
}
