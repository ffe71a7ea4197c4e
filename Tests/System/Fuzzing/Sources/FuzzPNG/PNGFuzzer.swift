import BoundedWork
import Claims
import SecureMemory

@testable import ImageCore

/// The entry that libFuzzer calls with an input: a byte whose two low bits ask for chunks and for a zlib stream with right
/// checksums, then a PNG file. Without right checksums hardly a mutation would get beyond them.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    var file = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    if start[0] & 2 != 0 { repairStreamChecksum(of: &file) }
    if start[0] & 1 != 0 { repairChunkChecksums(of: &file) }
    guard let bytes = try? SecureBytes(copying: file) else { return 0 }
    claimSameVerdict(bytes)
    return 0
}

/// Claims that what is read without libpng is what libpng reads.
private func claimSameVerdict(_ file: SecureBytes) {
    let limits = DecodingLimits(maximumPixels: 1 << 16, maximumEdge: 1 << 13)
    do throws(DecodingError) {
        let opened = PNGFile(opening: file, limits: limits, work: WorkContext())
        guard let ours = try opened.decodedTruecolor() else { return }
        do throws(DecodingError) {
            claimSamePixels(ours.takePixels(), try decodedByLibPNG(file, limits).takePixels())
        } catch {
            claim(false, "libpng refuses no file that we take: \(error)")
        }
    } catch {
        guard case .unsupported = error else {
            return claim(false, "nothing is refused by ourselves but a space that is not read: \(error)")
        }
        claimRefusal(of: file, limits, error)
    }
}

/// Claims that the file is refused for the same space in front of libpng.
private func claimRefusal(of file: SecureBytes, _ limits: DecodingLimits, _ expected: DecodingError) {
    do throws(DecodingError) {
        _ = try decodedByLibPNG(file, limits).format
        claim(false, "a space that is not read is refused in front of libpng: \(expected)")
    } catch {
        claim(error == expected, "a file is refused for one reason: \(expected), \(error)")
    }
}

private func decodedByLibPNG(_ file: SecureBytes, _ limits: DecodingLimits) throws(DecodingError) -> DecodedImage {
    try file.withUnsafeBytes { (file) throws(DecodingError) in try LibPNGDecoder(file).decode(limits: limits) }
}

private func claimSamePixels(_ ours: borrowing PixelBuffer, _ theirs: borrowing PixelBuffer) {
    claim(ours.size == theirs.size && ours.format == theirs.format, "sizes and formats are the same")
    let count = ours.size.width * ours.format.channels
    for y in 0..<ours.size.height {
        let (row, other) = (UnsafeBufferPointer(start: ours.row(y), count: count), theirs.row(y))
        claim(row.elementsEqual(UnsafeBufferPointer(start: other, count: count)), "the pixels of row \(y) are the same")
    }
}
