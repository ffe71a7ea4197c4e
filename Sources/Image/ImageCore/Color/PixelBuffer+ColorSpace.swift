public import BoundedWork
public import SecureMemory

extension PixelBuffer {
    /// Converts samples of `source` to samples of the same colours in `target`. Colours outside it are clipped channel by channel;
    /// alpha stays, and so does black. Not all is converted once it is cancelled.
    public mutating func convert(
        from source: ColorSpace,
        to target: ColorSpace,
        _ cancellation: Cancellation = Cancellation()
    ) throws(OutOfMemory) {
        guard source != target else { return }
        let context = try ColorContext()
        let sourceProfile = try ColorProfile.profile(of: source, in: context)
        let targetProfile = try ColorProfile.profile(of: target, in: context)
        guard let transform = ColorTransform(from: sourceProfile, .rgb(format), to: targetProfile, .rgb(format)) else {
            throw OutOfMemory.unknown
        }
        convert(by: transform, cancellation)
    }

    /// Converts the decoded samples to `reading.space`, but for CMYK, converted when it was read. Stops early once it is cancelled.
    mutating func apply(_ reading: ColorReading, _ cancellation: Cancellation) {
        switch reading {
        case .unchanged, .cmyk: break
        case .rgb(let transform): convert(by: transform, cancellation)
        case .grey(let table): convert(by: table, cancellation)
        case .toned(let toneMap): convert(by: toneMap, cancellation)
        }
    }

    private mutating func convert(by transform: ColorTransform, _ cancellation: Cancellation) {
        for y in (0..<size.height).whileWanted(cancellation) {
            let samples = mutableRow(y)
            transform.convert(samples, to: samples, count: size.width)
        }
    }

    private mutating func convert(by toneMap: ToneMap, _ cancellation: Cancellation) {
        let channels = format.channels
        for y in (0..<size.height).whileWanted(cancellation) {
            let samples = mutableRow(y)
            for x in 0..<size.width {
                let pixel = samples + x &* channels
                let color = SIMD3<UInt16>(truncatingIfNeeded: SIMD3(pixel[0], pixel[1], pixel[2]))
                let mapped = toneMap.map(color &* 257)
                (pixel[0], pixel[1], pixel[2]) = (mapped.x, mapped.y, mapped.z)
            }
        }
    }

    private mutating func convert(by table: [UInt8], _ cancellation: Cancellation) {
        for y in (0..<size.height).whileWanted(cancellation) {
            let samples = mutableRow(y)
            for x in 0..<size.width {
                for channel in 0..<3 {
                    let index = x &* format.channels &+ channel
                    samples[index] = table[Int(samples[index])]
                }
            }
        }
    }
}
