/// Writes frames for FFmpeg, which reads them with `-f nut`.
///
/// ```swift
/// var writer = try NUTWriter(DescriptorStream(input), format: format)
/// try writer.write(frame, at: time)
/// ```
/// The video ends where its bytes end. It is marked as one for a pipe, which cannot be sought in: one syncpoint precedes all frames,
/// and there is no index. FFmpeg keeps 200 bytes of each syncpoint, so its memory does not grow with the video. It keeps the time
/// stamps in its output with `-fps_mode passthrough -copyts` and the same `-enc_time_base`, as far as the output can state them.
public struct NUTWriter<Sink: ByteSink>: ~Copyable {
    /// Format of all frames.
    public let format: RawVideoFormat

    private var sink: Sink
    private var previous: Int64?

    /// Writes the headers of the video.
    ///
    /// - Parameters:
    ///   - sink: Destination of the video.
    ///   - format: Format of all frames.
    ///   - frameRate: Frames a second, below 1000, for encoders: they choose levels and bit rates by it. Without it, FFmpeg guesses one
    ///     from the first frames, which may be the time base. It changes no time stamp.
    public init(_ sink: Sink, format: RawVideoFormat, frameRate: Ratio? = nil) throws(RawVideoError) {
        self.sink = sink
        self.format = format
        var bytes = NUT.identifier
        bytes.append(packet: .mainHeader, MainHeader.payload(timeBase: format.timeBase))
        bytes.append(packet: .streamHeader, StreamHeader.payload(format))
        if let frameRate { bytes.append(packet: .info, StreamHeader.infoPayload(frameRate: frameRate)) }
        try Self.write(bytes, to: &self.sink)
    }

    /// Writes `frame`, which has ``RawVideoFormat/byteCount`` bytes.
    ///
    /// - Parameters:
    ///   - frame: The samples.
    ///   - time: The time stamp in units of the time base, later than the one before, in 0...``RawVideoFormat/latestTime``.
    public mutating func write(_ frame: UnsafeRawBufferPointer, at time: Int64) throws(RawVideoError) {
        precondition(frame.count == format.byteCount, "a frame has the bytes that its format states")
        guard time >= 0, time <= RawVideoFormat.latestTime else { throw .timeOutOfRange }
        if let previous, time <= previous { throw .timeNotRising(time, after: previous) }
        let head = previous == nil ? Self.syncpoint(at: time) : []
        previous = time
        try Self.write(head + Self.header(of: frame.count, at: time), to: &sink)
        do throws(StreamError) { try sink.write(frame) } catch { throw .stream(error) }
    }

    private static func syncpoint(at time: Int64) -> [UInt8] {
        let distanceToTheOneBefore: UInt64 = 0
        var point: [UInt8] = []
        point.append(number: UInt64(time))
        point.append(number: distanceToTheOneBefore)
        var bytes: [UInt8] = []
        bytes.append(packet: .syncpoint, point)
        return bytes
    }

    private static func header(of byteCount: Int, at time: Int64) -> [UInt8] {
        var header = [FrameCodes.writtenCode]
        header.append(number: UInt64(time) + StreamHeader.writtenShortTimes)
        header.append(number: UInt64(byteCount))
        header.appendChecksum()
        return header
    }

    private static func write(_ bytes: [UInt8], to sink: inout Sink) throws(RawVideoError) {
        do throws(StreamError) {
            try bytes.span.withUnsafeBytes { (bytes) throws(StreamError) in try sink.write(bytes) }
        } catch {
            throw .stream(error)
        }
    }
}

// MARK: - Payloads

extension MainHeader {
    /// The largest distance between a syncpoint and a frame that FFmpeg takes, but for pipes.
    private static let writtenDistance: UInt64 = 65_536
    /// The flag of a video for a pipe.
    private static let pipe: UInt64 = 2

    fileprivate static func payload(timeBase: Ratio) -> [UInt8] {
        let (minorVersion, streamCount, timeBaseCount): (UInt64, UInt64, UInt64) = (0, 1, 1)
        var payload: [UInt8] = []
        for number in [NUT.pipeVersion, minorVersion, streamCount, writtenDistance, timeBaseCount] {
            payload.append(number: number)
        }
        payload.append(number: UInt64(timeBase.numerator))
        payload.append(number: UInt64(timeBase.denominator))
        payload += FrameCodes.payload
        payload.append(number: pipe)
        return payload
    }
}

extension FrameCodes {
    /// The only first byte of frames that is written.
    fileprivate static let writtenCode: UInt8 = 1

    /// A frame states its time and its size in full, with a checksum. No frame is written without its beginning.
    fileprivate static var payload: [UInt8] {
        let written: FrameFlags = [.key, .codedTime, .codedSize, .checksum]
        var payload: [UInt8] = []
        for (flags, count) in [(FrameFlags.invalid, 1), (written, 1), (.invalid, 253)] {
            let (timeDelta, multiplier, stream, remainder, reserved) = (0, 1, 0, 0, 0)
            payload.append(number: flags.rawValue)
            let fields = [timeDelta, multiplier, stream, remainder, reserved, count]
            for field in [fields.count] + fields { payload.append(number: UInt64(field)) }
        }
        payload.append(number: 0)
        return payload
    }
}

extension StreamHeader {
    /// The numbers that stand for the lowest bits of a time alone: 0 for no bits.
    fileprivate static let writtenShortTimes: UInt64 = 1

    fileprivate static func payload(_ format: RawVideoFormat) -> [UInt8] {
        let stream: UInt64 = 0
        var payload: [UInt8] = []
        payload.append(number: stream)
        payload.append(number: NUT.videoClass)
        payload.append(number: UInt64(format.layout.fourCC.utf8.count))
        payload += format.layout.fourCC.utf8
        let (timeBase, shortTimeBitCount, timeDistance, decodeDelay, flags, extraByteCount) = (0, 0, 1, 0, 0, 0)
        let colourSpace = 0
        for field in [
            timeBase, shortTimeBitCount, timeDistance, decodeDelay, flags, extraByteCount, format.width, format.height,
            format.sampleAspect?.numerator ?? 0, format.sampleAspect?.denominator ?? 0, colourSpace,
        ] { payload.append(number: UInt64(field)) }
        return payload
    }

    /// Metadata of the stream, in one field of a name of FFmpeg's.
    fileprivate static func infoPayload(frameRate: Ratio) -> [UInt8] {
        let (streamAndOne, chapter, start, length, fieldCount) = (1, 0, 0, 0, 1)
        let textType: UInt64 = 2
        var payload: [UInt8] = []
        for number in [streamAndOne, chapter, start, length, fieldCount] { payload.append(number: UInt64(number)) }
        payload.append(text: "r_frame_rate")
        payload.append(number: textType)
        payload.append(text: "\(frameRate.numerator)/\(frameRate.denominator)")
        return payload
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: UInt64) {
        NUTNumber.append(number, to: &self)
    }

    fileprivate mutating func append(text: String) {
        append(number: UInt64(text.utf8.count))
        self += text.utf8
    }

    fileprivate mutating func appendChecksum() {
        var checksum = NUTChecksum()
        checksum.append(self)
        Swift.withUnsafeBytes(of: checksum.value.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends a packet with a payload of less than 4 KiB.
    fileprivate mutating func append(packet part: NUTPart, _ payload: [UInt8]) {
        if let code = part.startCode { Swift.withUnsafeBytes(of: code.bigEndian) { append(contentsOf: $0) } }
        append(number: UInt64(payload.count + NUT.checksumByteCount))
        var checked = payload
        checked.appendChecksum()
        self += checked
    }
}
