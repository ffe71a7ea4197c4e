/// The discrete cosine transform of a block of 8 x 8 samples and its inverse, orthonormal, as JPEG defines them (ITU-T T.81,
/// section A.3.3).
///
/// Only sums and products that no compiler reorders are used, so that every machine gets the same bits.
struct BlockTransform {
    typealias Row = SIMD8<Float>
    /// The rows of a block: samples, or coefficients from the lowest vertical frequency.
    typealias Rows = (Row, Row, Row, Row, Row, Row, Row, Row)

    /// The coefficients of samples.
    @inline(__always)
    static func forward(_ samples: Rows) -> Rows {
        transposed(forwardColumns(transposed(forwardColumns(samples))))
    }

    /// The samples of coefficients.
    @inline(__always)
    static func inverse(_ coefficients: Rows) -> Rows {
        transposed(inverseColumns(transposed(inverseColumns(coefficients))))
    }

    /// cos(i pi / 16) / 2 for i from 1 to 7; the fourth is also the weight of the mean.
    private static let c1: Float = 0.490_392_64
    private static let c2: Float = 0.461_939_77
    private static let c3: Float = 0.415_734_8
    private static let c4: Float = 0.353_553_4
    private static let c5: Float = 0.277_785_12
    private static let c6: Float = 0.191_341_72
    private static let c7: Float = 0.097_545_16

    /// Transforms eight columns at a time. Even frequencies see the sums of rows that mirror each other, odd ones the
    /// differences.
    @inline(__always)
    private static func forwardColumns(_ x: Rows) -> Rows {
        let (s0, s1, s2, s3) = (x.0 + x.7, x.1 + x.6, x.2 + x.5, x.3 + x.4)
        let (d0, d1, d2, d3) = (x.0 - x.7, x.1 - x.6, x.2 - x.5, x.3 - x.4)
        let (outer, inner) = (s0 + s3, s1 + s2)
        let (outerSlope, innerSlope) = (s0 - s3, s1 - s2)
        return (
            (outer + inner) * c4,
            d0 * c1 + d1 * c3 + d2 * c5 + d3 * c7,
            outerSlope * c2 + innerSlope * c6,
            d0 * c3 - d1 * c7 - d2 * c1 - d3 * c5,
            (outer - inner) * c4,
            d0 * c5 - d1 * c1 + d2 * c7 + d3 * c3,
            outerSlope * c6 - innerSlope * c2,
            d0 * c7 - d1 * c5 + d2 * c3 - d3 * c1
        )
    }

    /// Undoes ``forwardColumns(_:)``: the transform is orthonormal, so its matrix is used the other way round.
    @inline(__always)
    private static func inverseColumns(_ x: Rows) -> Rows {
        let (outer, inner) = ((x.0 + x.4) * c4, (x.0 - x.4) * c4)
        let (outerSlope, innerSlope) = (x.2 * c2 + x.6 * c6, x.2 * c6 - x.6 * c2)
        let (s0, s1, s2, s3) = (outer + outerSlope, inner + innerSlope, inner - innerSlope, outer - outerSlope)
        let d0 = x.1 * c1 + x.3 * c3 + x.5 * c5 + x.7 * c7
        let d1 = x.1 * c3 - x.3 * c7 - x.5 * c1 - x.7 * c5
        let d2 = x.1 * c5 - x.3 * c1 + x.5 * c7 + x.7 * c3
        let d3 = x.1 * c7 - x.3 * c5 + x.5 * c3 - x.7 * c1
        return (s0 + d0, s1 + d1, s2 + d2, s3 + d3, s3 - d3, s2 - d2, s1 - d1, s0 - d0)
    }

    /// Rows become columns: three times, even elements of all rows go to the first four and odd ones to the last four.
    @inline(__always)
    private static func transposed(_ rows: Rows) -> Rows {
        unshuffled(unshuffled(unshuffled(rows)))
    }

    @inline(__always)
    private static func unshuffled(_ x: Rows) -> Rows {
        (
            Row(lowHalf: x.0.evenHalf, highHalf: x.1.evenHalf), Row(lowHalf: x.2.evenHalf, highHalf: x.3.evenHalf),
            Row(lowHalf: x.4.evenHalf, highHalf: x.5.evenHalf), Row(lowHalf: x.6.evenHalf, highHalf: x.7.evenHalf),
            Row(lowHalf: x.0.oddHalf, highHalf: x.1.oddHalf), Row(lowHalf: x.2.oddHalf, highHalf: x.3.oddHalf),
            Row(lowHalf: x.4.oddHalf, highHalf: x.5.oddHalf), Row(lowHalf: x.6.oddHalf, highHalf: x.7.oddHalf)
        )
    }
}
