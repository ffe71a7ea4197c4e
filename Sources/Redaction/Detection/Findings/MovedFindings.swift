public import ImageCore

extension Quadrilateral {
    /// The corners after a motion.
    public func moved(by vector: MotionVector) -> Quadrilateral { mapped { $0.moved(by: vector) } }
}

extension TextLine {
    /// The same line after a motion.
    public func moved(by vector: MotionVector) -> TextLine {
        TextLine(quadrilateral: quadrilateral.moved(by: vector), score: score, text: text)
    }
}

extension TextLine {
    /// The upper, the middle or the lower part of an upright line, whose characters are where they were along it; nil if there is none.
    public func cut(to rows: ClosedRange<Double>) -> TextLine? {
        let place = quadrilateral
        guard place.isUpright, place.rows.overlaps(rows) else { return nil }
        let rest = place.rows.clamped(to: rows)
        guard rest.lowerBound < rest.upperBound else { return nil }
        return TextLine(quadrilateral: Quadrilateral(x: place.columns, y: rest), score: score, text: text)
    }
}

extension Face {
    /// The same face after a motion.
    public func moved(by vector: MotionVector) -> Face {
        Face(
            quadrilateral: quadrilateral.moved(by: vector),
            score: score,
            leftEye: leftEye.moved(by: vector),
            rightEye: rightEye.moved(by: vector),
            nose: nose.moved(by: vector),
            leftMouthCorner: leftMouthCorner.moved(by: vector),
            rightMouthCorner: rightMouthCorner.moved(by: vector)
        )
    }
}

extension Code {
    /// The same code after a motion.
    public func moved(by vector: MotionVector) -> Code {
        Code(quadrilateral: quadrilateral.moved(by: vector), format: format)
    }
}

extension Point {
    fileprivate func moved(by vector: MotionVector) -> Point { Point(x: x + Double(vector.x), y: y + Double(vector.y)) }
}
