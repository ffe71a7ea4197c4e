import BoundedWork
import Claims
import SecureMemory

@testable import ImageCore

/// The entry that libFuzzer calls with an input: a byte that says what the rest is, then that. 0 is a KTX or ATX file, 1 a stream
/// of LZFSE after two bytes that count the room for it.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    if start[0] & 1 == 0 { claimVerdict(input) } else { claimDecoding(input) }
    return 0
}

private let limits = DecodingLimits(maximumPixels: 1 << 16, maximumEdge: 1 << 13)

/// Claims that a file is refused with a sentence, or has the pixels that it declares, the same each time.
private func claimVerdict(_ input: [UInt8]) {
    guard let bytes = try? SecureBytes(copying: input) else { return }
    do throws(DecodingError) {
        let file = try KTXFile(opening: bytes, limits: limits, work: WorkContext())
        let pixels = try file.decoded().takePixels()
        let again = try file.decoded().takePixels()
        claimSamePixels(pixels, again)
        let declared = bytes.withUnsafeBytes(KTXFile.declaration)?.size
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

private func claimSamePixels(_ pixels: borrowing PixelBuffer, _ other: borrowing PixelBuffer) {
    claim(pixels.size == other.size && pixels.format == other.format, "sizes and formats are the same")
    let count = pixels.size.width * pixels.format.channels
    for y in 0..<pixels.size.height {
        let row = UnsafeBufferPointer(start: pixels.row(y), count: count)
        claim(row.elementsEqual(UnsafeBufferPointer(start: other.row(y), count: count)), "row \(y) is the same")
    }
}
