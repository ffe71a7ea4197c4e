import BoundedWork
import Claims
import SecureMemory

@testable import ImageCore

/// The entry that libFuzzer calls with an input: a byte whose bits place a cover, then a JPEG.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let file = UnsafeBufferPointer(start: start + 1, count: count - 1)
    guard let bytes = try? SecureBytes(copying: file) else { return 0 }
    claimVerdict(bytes, place: Int(start[0]))
    return 0
}

private let limits = DecodingLimits(maximumPixels: 1 << 14, maximumEdge: 1 << 10, maximumScans: 16)

/// Claims that a file is decoded to a picture of the size that it states, or refused for a reason of its own.
private func claimVerdict(_ bytes: SecureBytes, place: Int) {
    let declaration = PictureDeclaration(of: bytes)
    let memory = declaration?.decodingBytesOfPixel
    claim(memory.map { 8...12 ~= $0 } ?? true, "a pixel takes what the decoder is known to take")
    do throws(DecodingError) {
        let file = try JPEGFile(opening: bytes, limits: limits, work: WorkContext())
        let size = try file.decoded().pixels.size
        claim(size == file.header.size, "a picture has the size of its header")
        claim(declaration?.size == file.header.storedSize, "the size is the stated one")
        try claimCovers(of: file, place)
    } catch {
        claimRefusal(error)
    }
    do throws(DecodingError) {
        _ = try JPEGFile(opening: bytes, limits: limits, work: WorkContext()).checkedHeader()
    } catch {
        claimRefusal(error)
    }
}

private func claimRefusal(_ error: DecodingError) {
    claimIsMessage(error.description)
    switch error {
    case .corrupt, .unsupported, .tooManyPixels, .edgeTooLong: break
    case .empty, .outOfMemory, .cancelled, .undecided: claim(false, "a file is refused for what it is: \(error)")
    }
}

/// Claims that a picture that decodes is covered on each of the ways that spare it its decoding, and keeps its size.
private func claimCovers(of file: JPEGFile, _ place: Int) throws(DecodingError) {
    let size = file.header.size
    let (x, y) = (place & 7, place >> 3 & 7)
    let rect = PixelRect(x: x, y: y, width: 11, height: 5 + place >> 6)?.intersection(PixelRect(size))
    if let area = rect.flatMap({ PaintArea($0) }) {
        let edited = try file.edited(whole: place & 1 == 1) { picture, rowCount in
            guard rowCount == size.height else { return 0 }
            return (try? picture.cover(area, with: Fill(color: Color(red: 200, green: 30, blue: 90)))).map { rowCount }
        }
        claimSize(edited, size)
    }
    try claimSize(file.blurred(by: GaussianBlur(sigma: 4), quality: 80), size)
    try claimSize(file.repainted(quality: 80) { _, rowCount in rowCount }, size)
}

/// Claims that a file that we wrote is read, and has a size.
private func claimSize(_ written: SecureBytes?, _ size: PixelSize) {
    guard let written else { return }
    do throws(DecodingError) {
        claim(try DecodedImage(decoding: written, limits: limits).pixels.size == size, "what is written has its size")
    } catch {
        claim(false, "what is written is read again: \(error)")
    }
}
