import BoundedWork
import Claims
import SecureMemory

@testable import ImageCore

/// The entry that libFuzzer calls with an input: a byte that says what the rest is, then that. 0 is a KTX or ATX file, 1 a stream
/// of LZFSE after two bytes that count the room for it, 2 bytes to compress, 3 the samples of a picture to write after a byte that
/// says its width and how.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] & 3 {
    case 0: claimVerdict(input)
    case 1: claimDecoding(input)
    case 2: claimRoundTrip(input)
    default: claimWriting(input)
    }
    return 0
}

private let limits = DecodingLimits(maximumPixels: 1 << 16, maximumEdge: 1 << 13)

/// Claims that a file is refused with a sentence, or has the pixels that it declares, the same each time.
private func claimVerdict(_ input: [UInt8]) {
    guard let bytes = try? SecureBytes(copying: input) else { return }
    do throws(DecodingError) {
        let file = try KTXFile(opening: bytes, limits: limits, cancellation: Cancellation())
        let pixels = try file.decoded().takePixels()
        let again = try file.decoded().takePixels()
        claimSamePixels(pixels, again)
        let declared = bytes.withUnsafeBytes(KTXFile.declaredSize)
        claim(declared == pixels.size, "a picture has the size that its file declares")
    } catch {
        claimIsMessage(error.description)
    }
}

/// Claims that a stream fills no more than the room for it.
private func claimDecoding(_ input: [UInt8]) {
    guard input.count >= 2 else { return }
    let room = Int(input[0]) | Int(input[1]) << 8
    // Of exactly this size, so that the address sanitiser sees what goes beyond.
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    let source = UnsafeMutableRawBufferPointer.allocate(byteCount: input.count - 2, alignment: 1)
    defer {
        target.deallocate()
        source.deallocate()
    }
    source.copyBytes(from: input.dropFirst(2))
    var decoder = LZFSEDecoder(UnsafeRawBufferPointer(source), into: target, Cancellation())
    if let result = try? decoder.decode() {
        claim(result.written <= room && result.read <= source.count, "a decoder stays in its memory")
    }
    claim(decoder.touched <= room, "what a decoder may have written is in its memory")
}

/// Claims that what is compressed decodes to itself.
private func claimRoundTrip(_ input: [UInt8]) {
    input.withUnsafeBytes { input in
        do {
            var builder = try SecureBytesBuilder()
            var encoder = try LZFSEEncoder(input, Cancellation())
            try encoder.encode(to: &builder)
            let stream = builder.finish()
            let target = UnsafeMutableRawBufferPointer.allocate(byteCount: input.count, alignment: 1)
            defer { target.deallocate() }
            try stream.withUnsafeBytes { stream throws(DecodingError) in
                var decoder = LZFSEDecoder(stream, into: target, Cancellation())
                let result = try decoder.decode()
                claim(result.written == input.count && result.read == stream.count, "a stream is read whole")
            }
            claim(target.elementsEqual(input), "what was compressed is read back")
        } catch {
            claim(false, "what was compressed decodes: \(error)")
        }
    }
}

/// Claims that a picture is written to a file that reads back in its size, and tells how it was written.
private func claimWriting(_ input: [UInt8]) {
    guard input.count >= 2 else { return }
    let layouts: [KTXContainer.Layout] = [
        .ktx(.little, isCompressed: false), .ktx(.big, isCompressed: true), .atxRows(isCompressed: true),
        .atxTiles(.rowFirst),
    ]
    let container = KTXContainer(layouts[Int(input[0] & 3)], profile: input[0] & 4 == 0 ? .linear : .sRGB)
    let format: PixelFormat = input[0] & 8 == 0 ? .rgb : .rgba
    let width = Int(input[0] >> 4) + 1
    let height = (input.count - 1) / (width * format.channels)
    guard let size = PixelSize(width: width, height: height) else { return }
    do {
        let samples = Array(input[1...].prefix(size.area * format.channels))
        let pixels = try PixelBuffer(size, format: format, samples: samples)
        let file = try KTXWriter(container, Cancellation()).file(of: pixels)
        let decoded = try KTXFile(opening: file, limits: limits, cancellation: Cancellation()).decoded()
        claim(decoded.pixels.size == size, "a picture that is written keeps its size")
    } catch {
        claim(false, "what was written decodes: \(error)")
    }
}

private func claimSamePixels(_ pixels: borrowing PixelBuffer, _ other: borrowing PixelBuffer) {
    claim(pixels.size == other.size && pixels.format == other.format, "sizes and formats are the same")
    let count = pixels.size.width * pixels.format.channels
    for y in 0..<pixels.size.height {
        let row = UnsafeBufferPointer(start: pixels.row(y), count: count)
        claim(row.elementsEqual(UnsafeBufferPointer(start: other.row(y), count: count)), "row \(y) is the same")
    }
}
