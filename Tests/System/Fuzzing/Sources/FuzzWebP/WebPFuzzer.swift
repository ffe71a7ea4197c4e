import BoundedWork
import Claims
import SecureMemory

@testable import ImageCore

/// The entry that libFuzzer calls with an input: a WebP, whose stated size is put right, as hardly a mutation would get beyond
/// it else.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count >= RIFFChunkReader.headerByteCount else { return 0 }
    var file = Array(UnsafeBufferPointer(start: start, count: count))
    file.replaceSubrange(4..<8, with: UInt32(truncatingIfNeeded: count - 8).littleEndianBytes)
    guard let bytes = try? SecureBytes(copying: file) else { return 0 }
    claimVerdict(bytes)
    return 0
}

/// Claims that a file is decoded to a picture of the size that it states, or refused for a reason of its own; and that the
/// picture survives being written.
private func claimVerdict(_ bytes: SecureBytes) {
    let limits = DecodingLimits(maximumPixels: 1 << 16, maximumEdge: 1 << 13)
    let declaration = PictureDeclaration(of: bytes)
    let memory = declaration?.decodingBytesOfPixel
    claim(memory.map { 8...12 ~= $0 } ?? true, "a pixel takes what the decoder is known to take")
    do throws(DecodingError) {
        let opened = try WebPFile(opening: bytes, limits: limits, work: WorkContext())
        let image = try opened.decoded()
        let declared = declaration?.size
        claim(declared == image.pixels.size || declared?.transposed == image.pixels.size, "the size is the stated one")
        claimSurvival(image)
    } catch {
        switch error {
        case .corrupt, .unsupported, .tooManyPixels, .edgeTooLong: break
        case .empty, .outOfMemory, .cancelled, .undecided: claim(false, "a file is refused for what it is: \(error)")
        }
    }
}

private func claimSurvival(_ image: borrowing DecodedImage) {
    guard image.pixels.size.area <= 1 << 10 else { return }
    let limits = DecodingLimits()
    do {
        let written = try image.pixels.encoded(.webP(), colorSpace: image.colorSpace)
        let again = try WebPFile(opening: written, limits: limits, work: WorkContext()).decoded()
        claim(again.pixels.size == image.pixels.size, "what is written has the same size")
        let (rows, count) = (image.pixels.size.height, image.pixels.size.width * again.pixels.format.channels)
        guard again.pixels.format == image.pixels.format else { return }
        for y in 0..<rows {
            let (left, right) = (image.pixels.row(y), again.pixels.row(y))
            let isSame = UnsafeBufferPointer(start: left, count: count)
                .elementsEqual(UnsafeBufferPointer(start: right, count: count))
            claim(isSame, "what is written losslessly is the same")
        }
    } catch {
        claim(false, "what was read is written: \(error)")
    }
}
