/// The main header, for a video of one stream.
struct MainHeader {
    let maximumDistance: UInt64
    let timeBases: [Ratio]
    let frameCodes: FrameCodes

    private static let maximumTimeBaseCount = 1024

    init(_ fields: HeaderFields) throws(RawVideoError) {
        var fields = fields
        let version = try fields.number()
        guard version == NUT.version || version == NUT.pipeVersion else { throw .unsupportedVersion(version) }
        if version == NUT.pipeVersion { _ = try fields.number() }
        let streamCount = try fields.number()
        guard streamCount == 1 else { throw .streamCount(streamCount) }
        maximumDistance = try fields.number()
        var timeBases: [Ratio] = []
        for _ in 0..<(try fields.integer(in: 1...Self.maximumTimeBaseCount)) { timeBases.append(try fields.ratio()) }
        self.timeBases = timeBases
        frameCodes = try FrameCodes(&fields)
    }
}

/// The header of the only stream.
struct StreamHeader {
    let format: RawVideoFormat
    /// Place of the format's time base in the main header.
    let timeBase: Int
    /// Number of the lowest bits of a time stamp that a frame may give instead of all.
    let shortTimeBitCount: UInt64
    let maximumTimeDistance: UInt64

    private static let largestFlag: UInt64 = 3

    init(_ fields: HeaderFields, _ main: MainHeader, _ limits: NUTLimits) throws(RawVideoError) {
        var fields = fields
        _ = try fields.integer(in: 0...0)
        guard try fields.number() == NUT.videoClass else { throw .notVideo }
        let layout = try Self.layout(&fields)
        timeBase = try fields.integer(in: 0...main.timeBases.count - 1)
        shortTimeBitCount = try fields.integer(in: 0...15)
        maximumTimeDistance = try fields.number()
        // Frames of raw video are in the order in which they are shown, and need no data to decode them.
        _ = try fields.integer(in: 0...0)
        _ = try fields.integer(in: 0...Self.largestFlag)
        _ = try fields.integer(in: 0...0)
        let (width, height) = (try fields.number(), try fields.number())
        guard width > 0, height > 0 else { throw .malformed(.streamHeader) }
        let sampleAspect = try fields.optionalRatio()
        // The space of the colours, which FFmpeg leaves open.
        _ = try fields.number()
        guard limits.allow(width: width, height: height),
            let format = RawVideoFormat(
                width: Int(width),
                height: Int(height),
                layout: layout,
                timeBase: main.timeBases[timeBase],
                sampleAspect: sampleAspect
            )
        else { throw .frameTooLarge(width: width, height: height) }
        self.format = format
    }

    private static func layout(_ fields: inout HeaderFields) throws(RawVideoError) -> FrameLayout {
        let characters = try fields.array(count: fields.integer(in: 0...4))
        guard let layout = FrameLayout.allCases.first(where: { $0.fourCC.utf8.elementsEqual(characters) }) else {
            throw .unknownLayout(characters.reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        return layout
    }
}

extension HeaderFields {
    fileprivate mutating func ratio() throws(RawVideoError) -> Ratio {
        guard let ratio = try optionalRatio() else { throw .malformed(part) }
        return ratio
    }

    /// Reads a ratio, or 0 and 0 for none.
    fileprivate mutating func optionalRatio() throws(RawVideoError) -> Ratio? {
        let range = 0...Int(Int32.max)
        let (numerator, denominator) = (try integer(in: range), try integer(in: range))
        if numerator == 0, denominator == 0 { return nil }
        guard let ratio = Ratio(numerator, denominator) else { throw .malformed(part) }
        return ratio
    }
}

/// The largest frames that a reader takes.
public struct NUTLimits: Sendable, Hashable {
    /// Pixels of the longest row.
    public let width: Int
    /// The largest number of rows.
    public let height: Int
    /// The largest number of pixels.
    public let pixelCount: Int

    /// Takes frames up to these sizes. Those beyond the sizes of a ``RawVideoFormat`` are refused in any case.
    public init(width: Int, height: Int, pixelCount: Int) {
        self.width = width
        self.height = height
        self.pixelCount = pixelCount
    }

    fileprivate func allow(width: UInt64, height: UInt64) -> Bool {
        guard width <= self.width, height <= self.height else { return false }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        return !overflow && count <= pixelCount
    }
}
