import BoundedWork
import Claims
import ImageCore
import SecureMemory

@testable import RawVideo
@testable import Recordings
@testable import Transcoding

/// The entry that libFuzzer calls with an input: a byte that says what the rest is, by its two low bits, and how long its pieces
/// are, by the others. The rest is a video as FFmpeg hands it over (0), one whose packets get right checksums (1), an animated
/// WebP (2), or what FFmpeg prints of a recording (3).
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    var bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let pieces = Int(start[0] >> 2) * 5 + 1
    switch start[0] & 3 {
    case 2: claim(animation(bytes, pieces) == animation(bytes, bytes.count), "a WebP does not depend on how it comes")
    case 3: claimDescription(String(decoding: bytes, as: UTF8.self))
    case let kind:
        if kind == 1 { repairChecksums(of: &bytes) }
        claim(video(bytes, pieces) == video(bytes, bytes.count), "a video does not depend on how it comes")
    }
    return 0
}

/// Bytes in memory, which come in pieces.
private struct Pieces: ByteSource {
    var rest: ArraySlice<UInt8>
    let byteCount: Int

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(buffer.count, max(byteCount, 1)))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}

/// The times and the frames of a video, and the sentence that ends it.
private func video(_ bytes: [UInt8], _ pieces: Int) -> [String] {
    var found: [String] = []
    do throws(RawVideoError) {
        let limits = NUTLimits(width: 64, height: 64, pixelCount: 1 << 10)
        var reader = try NUTReader(Pieces(rest: bytes[...], byteCount: pieces), limits: limits)
        claim(reader.format.width * reader.format.height <= limits.pixelCount, "frames are within the limits")
        var frame = [UInt8](repeating: 0, count: reader.format.byteCount)
        var last: Int64 = -1
        while let time = try next(&reader, &frame) {
            claim(time > last && time <= RawVideoFormat.latestTime, "times rise")
            last = time
            found.append("\(time): \(frame)")
        }
        claim(found.count * frame.count <= bytes.count, "a frame comes from its bytes")
    } catch {
        claimIsMessage(error.description)
        found.append(error.description)
    }
    return found
}

private func next(_ reader: inout NUTReader<Pieces>, _ frame: inout [UInt8]) throws(RawVideoError) -> Int64? {
    var span = frame.mutableSpan
    return try span.withUnsafeMutableBytes { (frame) throws(RawVideoError) in try reader.next(into: frame) }
}

/// Puts a right checksum behind every packet.
private func repairChecksums(of video: inout [UInt8]) {
    for start in video.indices where video[start] == NUT.startByte {
        let code = video[start...].prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        guard NUTPart.allCases.contains(where: { $0.startCode == code }) else { continue }
        var (place, number) = (start + 8, NUTNumber())
        while place < video.count, (try? number.append(video[place], in: .info)) == false { place += 1 }
        place += 1
        guard number.value >= 4, number.value <= NUT.longestUncheckedPayload else { continue }
        let end = place + Int(number.value) - NUT.checksumByteCount
        guard end + NUT.checksumByteCount <= video.count else { continue }
        var checksum = NUTChecksum()
        checksum.append(video[place..<end])
        for byte in 0..<4 { video[end + byte] = UInt8(truncatingIfNeeded: checksum.value >> UInt32(24 - 8 * byte)) }
    }
}

/// The times and the frames of an animation, and the sentence that ends it.
private func animation(_ bytes: [UInt8], _ pieces: Int) -> [String] {
    var found: [String] = []
    let limits = DecodingLimits(maximumPixels: 1 << 10, maximumEdge: 1 << 8)
    do throws(RecordingError) {
        let facts = try AnimationFacts(readFrom: Pieces(rest: bytes[...], byteCount: pieces), limits: limits)
        let source = Pieces(rest: bytes[...], byteCount: pieces)
        var frames = try WebPFrames(source, limits: limits, grid: facts.grid, Cancellation())
        var frame = [UInt8](repeating: 0, count: frames.format.byteCount)
        while let time = try next(&frames, &frame) { found.append("\(time): \(frame)") }
        claim(found.count == facts.frames, "an animation has the frames that it was opened with")
    } catch {
        claimIsMessage("\(error)")
        found.append("\(error)")
    }
    return found
}

private func next(_ frames: inout WebPFrames<Pieces>, _ frame: inout [UInt8]) throws(RecordingError) -> Int64? {
    var span = frame.mutableSpan
    return try span.withUnsafeMutableBytes { (frame) throws(RecordingError) in try frames.nextFrame(into: frame) }
}

/// Claims that what FFmpeg prints of a recording leads to values in their ranges.
private func claimDescription(_ text: String) {
    do throws(ProbedRecording.Fault) {
        let recording = try ProbedRecording(description: text)
        claim(recording.ticks > 0 && 0..<10_000 ~= recording.stream, "numbers are in their ranges")
        claim((recording.seconds ?? 0).isFinite && (recording.frameRate ?? 0).isFinite, "times are numbers")
    } catch {
        if case .unknownCodec(let name) = error { claim(name.count <= 32, "a name is short") }
    }
}
