import SecureMemory

/// Decoder of blocks of 4x4 pixels of low dynamic range (Khronos Data Format Specification, section "ASTC Compressed Texture Image
/// Formats"), one for each thread. Any 16 bytes decode: forbidden ones to magenta.
struct ASTCBlockDecoder: ~Copyable {
    private let tables: ASTCTables
    private let reader: ASTCIntegerReader
    private let isLinear: Bool
    /// The samples of the endpoints, then the weights.
    private let scratch: WipedBuffer<UInt8>
    /// The start and the step of the interpolation of each partition.
    private let lines: WipedBuffer<SIMD4<Int32>>

    private static let weightStart = 32
    /// The start of the weights once there is one, or two, for each texel.
    private static let texelWeightStart = 80

    init(_ profile: ASTCProfile) throws(OutOfMemory) {
        let scratch = try WipedBuffer<UInt8>(count: 128)
        let lines = try WipedBuffer<SIMD4<Int32>>(count: 8)
        scratch.all.update(repeating: 0)
        self.scratch = scratch
        self.lines = lines
        tables = ASTCTables.shared
        isLinear = profile == .linear
        reader = ASTCIntegerReader(trits: tables.trits, quints: tables.quints)
    }

    /// Decodes a block to texels of four bytes of RGBA at `target`, in rows `stride` bytes apart.
    @inline(__always)
    func decode(_ block: ASTCBits, to target: UnsafeMutableRawPointer, stride: Int) {
        if block.low & 0x1FF == 0x1FC {
            fill(Self.constant(block), target, stride)
        } else if !decodeGrid(block, target, stride) {
            fill(Self.errorColor, target, stride)
        }
    }

    private static var errorColor: SIMD4<UInt8> { [255, 0, 255, 255] }

    @inline(__always)
    private func fill(_ color: SIMD4<UInt8>, _ target: UnsafeMutableRawPointer, _ stride: Int) {
        let half = SIMD8(lowHalf: color, highHalf: color)
        let row = SIMD16(lowHalf: half, highHalf: half)
        for y in 0..<4 { (target + y &* stride).storeBytes(of: row, as: SIMD16<UInt8>.self) }
    }

    /// The colour of a block without weights (section "Void-Extent Blocks").
    private static func constant(_ block: ASTCBits) -> SIMD4<UInt8> {
        let low = block.low
        let extent = low >> 12
        guard low >> 9 & 1 == 0, low >> 10 & 3 == 3 else { return errorColor }
        if extent != 1 << 52 - 1 {
            let (minimumX, maximumX) = (extent & 0x1FFF, extent >> 13 & 0x1FFF)
            let (minimumY, maximumY) = (extent >> 26 & 0x1FFF, extent >> 39)
            guard minimumX < maximumX, minimumY < maximumY else { return errorColor }
        }
        let high = block.high
        return [
            UInt8(truncatingIfNeeded: high >> 8), UInt8(truncatingIfNeeded: high >> 24),
            UInt8(truncatingIfNeeded: high >> 40), UInt8(truncatingIfNeeded: high >> 56),
        ]
    }

    /// Decodes a block with a grid of weights; false if it is not allowed.
    @inline(__always)
    private func decodeGrid(_ block: ASTCBits, _ target: UnsafeMutableRawPointer, _ stride: Int) -> Bool {
        guard let layout = ASTCBlockLayout(block, tables) else { return false }
        let colorRange = tables.ranges[layout.colorRange]
        reader.read(
            layout.colorCount,
            colorRange,
            from: block.dropping(layout.colorStart).prefix(colorRange.bitCount(layout.colorCount)),
            tables.colors + layout.colorRange &* 256,
            to: scratch.base
        )
        let range = Int(layout.mode.range)
        reader.read(
            Int(layout.mode.weightCount),
            tables.ranges[range],
            from: block.reversed.prefix(Int(layout.mode.bitCount)),
            tables.weights + range &* 32,
            to: scratch.base + Self.weightStart
        )
        readLines(layout)
        let weights = UnsafePointer(texelWeights(layout.mode))
        let pattern =
            layout.partitionCount == 1
            ? 0 : tables.partitions[(layout.partitionCount &- 2) &* ASTCPartitions.seedCount &+ layout.seed]
        if layout.mode.isDual {
            interpolateDual(weights, pattern, component: layout.component, target, stride)
        } else {
            interpolate(weights, pattern, target, stride)
        }
        return true
    }

    @inline(__always)
    private func readLines(_ layout: ASTCBlockLayout) {
        var values = UnsafePointer(scratch.base)
        for partition in 0..<layout.partitionCount {
            let mode = layout.endpointMode(partition)
            let line = lines.base + 2 &* partition
            if let endpoints = ASTCEndpoints(mode: mode, values) {
                let difference = endpoints.second &- endpoints.first
                let start = isLinear ? endpoints.first &* 257 : endpoints.first &* 256 &+ 128
                // 64 steps from an endpoint to the other, and half a step to round.
                line[0] = start &* 64 &+ 32
                line[1] = isLinear ? difference &* 257 : difference &* 256
            } else {
                line[0] = SIMD4<Int32>(truncatingIfNeeded: Self.errorColor) &<< 14
                line[1] = .zero
            }
            values += (mode &>> 2 &+ 1) &* 2
        }
    }

    @inline(__always)
    private func texelWeights(_ mode: ASTCBlockMode) -> UnsafeMutablePointer<UInt8> {
        let weights = scratch.base + Self.weightStart
        guard mode.width < 4 || mode.height < 4 else { return weights }
        let target = scratch.base + Self.texelWeightStart
        let infills = tables.infills + 16 &* (3 &* (Int(mode.width) &- 2) &+ Int(mode.height) &- 2)
        let planes = mode.isDual ? 2 : 1
        for texel in 0..<16 {
            let infill = infills[texel]
            for plane in 0..<planes {
                var sum = 8
                for corner in 0..<4 {
                    sum &+= Int(weights[Int(infill.places[corner]) &* planes &+ plane]) &* Int(infill.shares[corner])
                }
                target[texel &* planes &+ plane] = UInt8(truncatingIfNeeded: sum &>> 4)
            }
        }
        return target
    }

    /// Writes the texels, each between the endpoints of its partition by its weight.
    @inline(__always)
    private func interpolate(
        _ weights: UnsafePointer<UInt8>,
        _ pattern: UInt32,
        _ target: UnsafeMutableRawPointer,
        _ stride: Int
    ) {
        var pattern = pattern
        for texel in 0..<16 {
            let line = lines.base + 2 &* Int(pattern & 3)
            let value = (line[0] &+ line[1] &* Int32(weights[texel])) &>> 14
            let color = SIMD4<UInt8>(truncatingIfNeeded: value)
            (target + (texel &>> 2 &* stride &+ (texel & 3) &* 4)).storeBytes(of: color, as: SIMD4<UInt8>.self)
            pattern &>>= 2
        }
    }

    private func interpolateDual(
        _ weights: UnsafePointer<UInt8>,
        _ pattern: UInt32,
        component: Int,
        _ target: UnsafeMutableRawPointer,
        _ stride: Int
    ) {
        var pattern = pattern
        for texel in 0..<16 {
            let line = lines.base + 2 &* Int(pattern & 3)
            var weight = SIMD4<Int32>(repeating: Int32(weights[2 &* texel]))
            weight[component] = Int32(weights[2 &* texel &+ 1])
            let value = (line[0] &+ line[1] &* weight) &>> 14
            let color = SIMD4<UInt8>(truncatingIfNeeded: value)
            (target + (texel &>> 2 &* stride &+ (texel & 3) &* 4)).storeBytes(of: color, as: SIMD4<UInt8>.self)
            pattern &>>= 2
        }
    }
}
