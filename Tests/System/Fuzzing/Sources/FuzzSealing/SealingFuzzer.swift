import BoundedWork
import Claims
import RawVideo
import SecureMemory

@testable import ImageCore
@testable import Sealing

/// The entry that libFuzzer calls with an input: a byte for the length of pieces, then what an age file holds for a redacted
/// picture of 4 x 3 pixels, whose digest stands in place of 64 zeros.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    var content = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    if let place = content.indices.first(where: { content[$0...].starts(with: zeros) }) {
        content.replaceSubrange(place..<place + zeros.count, with: digest)
    }
    guard let bytes = try? SecureBytes(copying: content) else { return 0 }
    do throws(UnsealingError) {
        try claimRestored(bytes, pieces: Int(start[0]) * 4 + 1)
    } catch {
        claimIsMessage(error.sentence)
        switch error {
        case .notSnapveils, .unknownVersion, .malformed, .otherFile, .receipt: break
        default: claim(false, "a content is refused for what it is: \(error)")
        }
    }
    return 0
}

private let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 64)
private let digest = Array(FileDigest(of: picture).hexadecimal.utf8)

private let picture = {
    let samples = (0..<48).map { UInt8($0 * 5) | ($0 % 4 == 3 ? 255 : 0) }
    guard let size = PixelSize(width: 4, height: 3), var file = try? SecureBytesBuilder() else {
        fatalError("no memory")
    }
    samples.withUnsafeBytes { try? StoredPNG(size, $0).append(to: &file) }
    return file.finish()
}()

/// Claims that a content that is not refused gives what its head states.
private func claimRestored(_ content: SecureBytes, pieces: Int) throws(UnsealingError) {
    var position = 0
    var text = PlainText { () throws(UnsealingError) in
        let end = min(position + pieces, content.count)
        defer { position = end }
        return position < end ? content[position..<end] : nil
    }
    switch try SealedHead(reading: &text) {
    case .picture(let head):
        let pixels = try SealedPixels(head, reading: &text)
        claim(head.parts.reduce(0) { $0 + $1.rect.size.area } <= head.size.area, "rectangles are within the picture")
        let restored = try pixels.restored(from: picture)
        claim((try? DecodedImage(decoding: restored))?.pixels.size == head.size, "the restored picture is a picture")
    case .artefact(let head):
        _ = try text.bytes(head.receiptByteCount)
        let start = text.takenByteCount
        var sink = CountingSink()
        try SealedArtefact.restore(head, reading: &text, to: &sink, Cancellation())
        claim(sink.byteCount == head.originalByteCount, "an artefact is as long as its head states")
        claim(text.takenByteCount >= start + sink.byteCount, "an artefact is of the content")
    }
    claim(text.takenByteCount == content.count, "all of a content is read")
}

private struct CountingSink: ByteSink {
    private(set) var byteCount = 0

    mutating func write(_ bytes: UnsafeRawBufferPointer) { byteCount += bytes.count }
}
