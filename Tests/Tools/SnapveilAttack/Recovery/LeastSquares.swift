/// Normal equations of a linear regression with many dependent variables, solved by a Cholesky decomposition.
///
/// Golub and Van Loan, Matrix Computations, section 5.3.2.
struct LeastSquares {
    /// How many independent variables there are.
    let unknowns: Int
    /// How many dependent variables there are.
    let outputs: Int

    /// `unknowns` x `unknowns`, by rows.
    private var matrix: [Double]
    /// `unknowns` x `outputs`, by rows.
    private var right: [Double]

    init(unknowns: Int, outputs: Int) {
        self.unknowns = unknowns
        self.outputs = outputs
        self.right = [Double](repeating: 0, count: unknowns * outputs)
        // Enough to keep apart what no observation told apart, too little to be seen in what one did.
        self.matrix = [Double](repeating: 0, count: unknowns * unknowns)
        for unknown in 0..<unknowns { matrix[unknown * unknowns + unknown] = 1e-6 }
    }

    /// Adds one observation in which the unknowns in `active` count once and all others not at all.
    mutating func add(_ observation: [UInt8], active: [Int]) {
        precondition(observation.count == outputs, "the observations differ in size")
        for row in active {
            for column in active { matrix[row * unknowns + column] += 1 }
            right.withUnsafeMutableBufferPointer { right in
                let sums = UnsafeMutableBufferPointer(rebasing: right[row * outputs..<(row + 1) * outputs])
                for index in 0..<outputs { sums[index] += Double(observation[index]) }
            }
        }
    }

    /// The solution for each unknown, `unknowns` x `outputs` by rows.
    consuming func solution() -> [Double] {
        factorize()
        for row in 0..<unknowns {
            for earlier in 0..<row { subtract(matrix[row * unknowns + earlier], times: earlier, from: row) }
            divide(row, by: matrix[row * unknowns + row])
        }
        for row in (0..<unknowns).reversed() {
            for later in row + 1..<unknowns { subtract(matrix[later * unknowns + row], times: later, from: row) }
            divide(row, by: matrix[row * unknowns + row])
        }
        return right
    }

    /// Replaces the lower triangle of the matrix by its Cholesky factor.
    private mutating func factorize() {
        for column in 0..<unknowns {
            for row in column..<unknowns {
                var value = matrix[row * unknowns + column]
                for k in 0..<column { value -= matrix[row * unknowns + k] * matrix[column * unknowns + k] }
                matrix[row * unknowns + column] =
                    row == column ? value.squareRoot() : value / matrix[column * unknowns + column]
            }
        }
    }

    private mutating func subtract(_ factor: Double, times source: Int, from target: Int) {
        right.withUnsafeMutableBufferPointer { right in
            let source = UnsafeMutableBufferPointer(rebasing: right[source * outputs..<(source + 1) * outputs])
            let target = UnsafeMutableBufferPointer(rebasing: right[target * outputs..<(target + 1) * outputs])
            for index in 0..<outputs { target[index] -= factor * source[index] }
        }
    }

    private mutating func divide(_ row: Int, by divisor: Double) {
        for index in row * outputs..<(row + 1) * outputs { right[index] /= divisor }
    }
}
