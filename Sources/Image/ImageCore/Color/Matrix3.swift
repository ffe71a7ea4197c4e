/// A 3 x 3 matrix that maps column vectors.
struct Matrix3 {
    let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        columns = (first, second, third)
    }

    init(diagonal: SIMD3<Double>) {
        self.init(columns: [diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z])
    }

    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(columns: left * right.columns.0, left * right.columns.1, left * right.columns.2)
    }

    /// The matrix row by row.
    var rows: [SIMD3<Double>] {
        (0..<3).map { [columns.0[$0], columns.1[$0], columns.2[$0]] }
    }

    /// The inverse of a matrix that has one.
    var inverse: Matrix3 {
        let (a, b, c) = columns
        let rows = (Self.cross(b, c), Self.cross(c, a), Self.cross(a, b))
        let determinant = (a * rows.0).sum()
        return Matrix3(
            columns: [rows.0.x, rows.1.x, rows.2.x] / determinant,
            [rows.0.y, rows.1.y, rows.2.y] / determinant,
            [rows.0.z, rows.1.z, rows.2.z] / determinant
        )
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
}
