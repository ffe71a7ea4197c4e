/// Reads the frames of a video that FFmpeg writes with `-c:v rawvideo -f nut`.
///
/// FFmpeg keeps the time stamps of its input with `-fps_mode passthrough -copyts` and the `-enc_time_base` of the input. With
/// `-write_index 0` its memory does not grow with the video.
///
/// ```swift
/// var reader = try NUTReader(DescriptorStream(output), limits: limits)
/// while let time = try reader.next(into: frame) { show(frame, at: time) }
/// ```
/// The bytes may be anybody's. Any bytes lead to whole frames at rising times or to a ``RawVideoError``, and take 16 KiB of wiped
/// memory and the headers, besides the caller's own for the frame. Whether FFmpeg wrote all that it should have shows in its exit
/// status: a video that breaks off between two frames looks like one that ends there.
public struct NUTReader<Source: ByteSource>: ~Copyable {
    /// Format of all frames.
    public let format: RawVideoFormat

    private var source: PacketSource<Source>
    private let main: MainHeader
    private let stream: StreamHeader
    /// Payloads that repeated headers have to equal.
    private let headers: [NUTPart: [UInt8]]
    private var isSynchronized = false
    /// The time that frames may state theirs against: that of the syncpoint or of the frame before.
    private var reference: Int64 = 0
    private var previous: Int64?
    private var failure: RawVideoError?

    /// Reads the headers of the video.
    ///
    /// - Parameters:
    ///   - source: Bytes of the video from its start.
    ///   - limits: The largest frames to take.
    public init(_ source: Source, limits: NUTLimits) throws(RawVideoError) {
        var source = try PacketSource(source)
        for byte in NUT.identifier {
            guard try source.byteUnlessEnded() == byte else { throw .notNUT }
        }
        let mainFields = try source.header(.mainHeader)
        let main = try MainHeader(mainFields)
        let streamFields = try source.header(.streamHeader)
        let stream = try StreamHeader(streamFields, main, limits)
        format = stream.format
        self.source = source
        self.main = main
        self.stream = stream
        headers = [.mainHeader: mainFields.bytes, .streamHeader: streamFields.bytes]
    }

    /// Reads the next frame into `frame`, which has ``RawVideoFormat/byteCount`` bytes.
    ///
    /// - Returns: The time stamp in units of the time base, later than the one before; nil at the end of the video.
    /// - Throws: ``RawVideoError``, and the same at each later call. The bytes of `frame` mean nothing then.
    public mutating func next(into frame: UnsafeMutableRawBufferPointer) throws(RawVideoError) -> Int64? {
        precondition(frame.count == format.byteCount, "a frame has the bytes that its format states")
        if let failure { throw failure }
        do throws(RawVideoError) {
            guard let code = try nextFrameCode() else { return nil }
            let time = try timeOfFrame(code)
            try source.read(into: frame)
            return time
        } catch {
            failure = error
            throw error
        }
    }

    // MARK: - Between frames

    /// Reads up to the first byte of a frame, and it; nil at the end.
    private mutating func nextFrameCode() throws(RawVideoError) -> UInt8? {
        while true {
            source.restartChecksum()
            guard let byte = try source.byteUnlessEnded() else { return nil }
            guard byte == NUT.startByte else {
                guard isSynchronized else { throw .missingSyncpoint }
                return byte
            }
            let part = try source.startedPart()
            switch part {
            case .syncpoint: return try codeAfterSyncpoint()
            case .info: try source.skipFields(of: part)
            case .index: return try endAfterIndex()
            case .mainHeader, .streamHeader:
                guard try source.fields(of: part).bytes == headers[part] else { throw .changed(part) }
            case .frameHeader: throw .malformed(part)
            }
        }
    }

    private mutating func codeAfterSyncpoint() throws(RawVideoError) -> UInt8 {
        var fields = try source.fields(of: .syncpoint)
        let coded = try fields.number()
        let (time, timeBase) = coded.quotientAndRemainder(dividingBy: UInt64(main.timeBases.count))
        guard timeBase == stream.timeBase else { throw .malformed(.syncpoint) }
        reference = try Self.checked(Int64(exactly: time))
        isSynchronized = true
        source.restartChecksum()
        let code = try source.byte()
        guard code != NUT.startByte else { throw .misplaced(.syncpoint) }
        return code
    }

    private mutating func endAfterIndex() throws(RawVideoError) -> UInt8? {
        try source.skipFields(of: .index)
        guard try source.byteUnlessEnded() == nil else { throw .trailingBytes }
        return nil
    }

    // MARK: - Headers of frames

    /// Reads the header of a frame after its first byte, and returns the time stamp.
    private mutating func timeOfFrame(_ code: UInt8) throws(RawVideoError) -> Int64 {
        let entry = main.frameCodes[code]
        var flags = entry.flags
        guard !flags.contains(.invalid) else { throw .malformed(.frameHeader) }
        if flags.contains(.coded) { flags.formSymmetricDifference(FrameFlags(rawValue: try number())) }
        guard flags.isSubset(of: .supported) else { throw .unsupportedFlags(flags.rawValue) }
        if flags.contains(.streamNumber), try number() != 0 { throw .malformed(.frameHeader) }
        let time = try flags.contains(.codedTime) ? time(coded: number()) : time(delta: entry.timeDelta)
        let size = try Self.size(entry, flags.contains(.codedSize) ? number() : 0)
        if flags.contains(.checksum) {
            try source.checkBytes(of: .frameHeader)
        } else if needsChecksum(size: size, time: time) {
            throw .missingChecksum
        }
        guard size == format.byteCount else { throw .frameSize(size, expected: format.byteCount) }
        if let previous, time <= previous { throw .timeNotRising(time, after: previous) }
        (reference, previous) = (time, time)
        return time
    }

    private mutating func number() throws(RawVideoError) -> UInt64 { try source.number(in: .frameHeader) }

    private func time(delta: Int64) throws(RawVideoError) -> Int64 {
        let (time, overflow) = reference.addingReportingOverflow(delta)
        return try Self.checked(overflow ? nil : time)
    }

    /// The time of a frame that gives all its bits, above the numbers that stand for the lowest bits alone, or those: they mean the
    /// time nearest to the reference.
    private func time(coded: UInt64) throws(RawVideoError) -> Int64 {
        let shortTimes = UInt64(1) << stream.shortTimeBitCount
        guard coded < shortTimes else { return try Self.checked(Int64(exactly: coded - shortTimes)) }
        let mask = Int64(shortTimes) - 1
        let earliest = reference - mask / 2
        return try Self.checked(((Int64(coded) - earliest) & mask) + earliest)
    }

    private static func checked(_ time: Int64?) throws(RawVideoError) -> Int64 {
        guard let time, time >= 0, time <= RawVideoFormat.latestTime else { throw .timeOutOfRange }
        return time
    }

    private static func size(_ entry: FrameCodes.Entry, _ factor: UInt64) throws(RawVideoError) -> UInt64 {
        let (product, overflow) = entry.sizeMultiplier.multipliedReportingOverflow(by: factor)
        let (size, carry) = product.addingReportingOverflow(entry.sizeRemainder)
        guard !overflow, !carry else { throw .malformed(.frameHeader) }
        return size
    }

    private func needsChecksum(size: UInt64, time: Int64) -> Bool {
        size / 2 > main.maximumDistance || (time - reference).magnitude > stream.maximumTimeDistance
    }
}

extension PacketSource {
    /// Reads `part`, which has to come next.
    fileprivate mutating func header(_ part: NUTPart) throws(RawVideoError) -> HeaderFields {
        restartChecksum()
        guard try byte() == NUT.startByte else { throw .malformed(part) }
        let found = try startedPart()
        guard found == part else { throw .misplaced(found) }
        return try fields(of: part)
    }
}
