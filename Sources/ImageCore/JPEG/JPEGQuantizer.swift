import CImageCodecs

/// Converts between samples of one component and quantised coefficients.
struct JPEGQuantizer {
    private typealias Row = BlockTransform.Row

    /// What each coefficient counts.
    private let steps: BlockTransform.Rows
    /// One over that.
    private let reciprocals: BlockTransform.Rows

    /// Nil if a coefficient counts nothing, which no encoder writes.
    init?(_ component: jpeg_component) {
        let steps = withUnsafeBytes(of: component.steps) { Array($0.bindMemory(to: UInt16.self)) }
        guard steps.allSatisfy({ $0 > 0 }) else { return nil }
        func rows(_ value: (UInt16) -> Float) -> BlockTransform.Rows {
            func row(_ y: Int) -> Row { Row(steps[y * 8..<y * 8 + 8].map(value)) }
            return (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
        }
        self.steps = rows { Float($0) }
        self.reciprocals = rows { 1 / Float($0) }
    }

    /// Writes the samples of a block, 0 to 255.
    ///
    /// - Parameters:
    ///   - block: 64 coefficients.
    ///   - samples: 8 rows of 8, `stride` apart.
    func decode(_ block: UnsafePointer<Int16>, into samples: UnsafeMutablePointer<UInt8>, stride: Int) {
        let x = Self.load(block)
        let rows = BlockTransform.inverse(
            (
                x.0 * steps.0, x.1 * steps.1, x.2 * steps.2, x.3 * steps.3,
                x.4 * steps.4, x.5 * steps.5, x.6 * steps.6, x.7 * steps.7
            )
        )
        Self.store(rows.0, to: samples)
        Self.store(rows.1, to: samples + stride)
        Self.store(rows.2, to: samples + 2 &* stride)
        Self.store(rows.3, to: samples + 3 &* stride)
        Self.store(rows.4, to: samples + 4 &* stride)
        Self.store(rows.5, to: samples + 5 &* stride)
        Self.store(rows.6, to: samples + 6 &* stride)
        Self.store(rows.7, to: samples + 7 &* stride)
    }

    /// Writes the coefficients of a block.
    ///
    /// - Parameters:
    ///   - samples: 8 rows of 8, `stride` apart.
    ///   - block: 64 coefficients.
    func encode(_ samples: UnsafePointer<UInt8>, stride: Int, into block: UnsafeMutablePointer<Int16>) {
        let rows = BlockTransform.forward(
            (
                Self.load(samples), Self.load(samples + stride),
                Self.load(samples + 2 &* stride), Self.load(samples + 3 &* stride),
                Self.load(samples + 4 &* stride), Self.load(samples + 5 &* stride),
                Self.load(samples + 6 &* stride), Self.load(samples + 7 &* stride)
            )
        )
        Self.store(rows.0 * reciprocals.0, to: block)
        Self.store(rows.1 * reciprocals.1, to: block + 8)
        Self.store(rows.2 * reciprocals.2, to: block + 16)
        Self.store(rows.3 * reciprocals.3, to: block + 24)
        Self.store(rows.4 * reciprocals.4, to: block + 32)
        Self.store(rows.5 * reciprocals.5, to: block + 40)
        Self.store(rows.6 * reciprocals.6, to: block + 48)
        Self.store(rows.7 * reciprocals.7, to: block + 56)
    }

    /// Writes the coefficients of a block whose samples all are `sample`.
    func encode(flat sample: UInt8, into block: UnsafeMutablePointer<Int16>) {
        block.update(repeating: 0, count: 64)
        // The transform is orthonormal: the lowest frequency is 8 times the mean.
        block[0] = Int16(truncatingIfNeeded: Self.rounded(Row(repeating: (Float(sample) - 128) * 8) * reciprocals.0)[0])
    }

    @inline(__always)
    private static func load(_ block: UnsafePointer<Int16>) -> BlockTransform.Rows {
        func row(_ y: Int) -> Row {
            let row = UnsafeRawPointer(block + y &* 8).loadUnaligned(as: SIMD8<Int16>.self)
            return Row(SIMD8<Int32>(truncatingIfNeeded: row))
        }
        return (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
    }

    @inline(__always)
    private static func load(_ samples: UnsafePointer<UInt8>) -> Row {
        let row = UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt8>.self)
        return Row(SIMD8<Int32>(truncatingIfNeeded: row)) - 128
    }

    @inline(__always)
    private static func store(_ coefficients: Row, to block: UnsafeMutablePointer<Int16>) {
        let row = SIMD8<Int16>(truncatingIfNeeded: rounded(coefficients))
        UnsafeMutableRawPointer(block).storeBytes(of: row, as: SIMD8<Int16>.self)
    }

    @inline(__always)
    private static func store(_ samples: Row, to output: UnsafeMutablePointer<UInt8>) {
        var samples = samples + 128
        // `clamped` calls a function for each element.
        samples.replace(with: 0, where: samples .< 0)
        samples.replace(with: 255, where: samples .> 255)
        let row = SIMD8<UInt8>(truncatingIfNeeded: rounded(samples))
        UnsafeMutableRawPointer(output).storeBytes(of: row, as: SIMD8<UInt8>.self)
    }

    /// The nearest integers, ties to even, of values within -2^22 and 2^22: at 1.5 x 2^23 the spacing of `Float` is 1.
    @inline(__always)
    private static func rounded(_ values: Row) -> SIMD8<Int32> {
        let magic: Float = 12_582_912
        return SIMD8<Int32>(truncatingIfNeeded: unsafeBitCast(values + magic, to: SIMD8<UInt32>.self)) &- 0x4B40_0000
    }
}
