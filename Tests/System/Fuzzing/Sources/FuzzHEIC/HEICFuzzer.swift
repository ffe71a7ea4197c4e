import BoundedWork
import Claims
import SecureMemory

@testable import ImageCore

/// The entry that libFuzzer calls with an input: a HEIC.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let bytes = try? SecureBytes(copying: input) else { return 0 }
    claimVerdict(bytes)
    return 0
}

/// Claims that a file is decoded to a picture within the limits, or refused for a reason of its own.
private func claimVerdict(_ bytes: SecureBytes) {
    let limits = DecodingLimits(maximumPixels: 1 << 14, maximumEdge: 1 << 10)
    let memory = PictureDeclaration(of: bytes)?.decodingBytesOfPixel
    claim(memory.map { 7...22 ~= $0 } ?? true, "a pixel takes what the decoder is known to take")
    do throws(DecodingError) {
        let image = try HEICFile(opening: bytes, limits: limits, work: WorkContext()).decoded()
        claim(image.pixels.size.area <= limits.maximumPixels, "a picture is within the limits")
    } catch {
        claimIsMessage(error.description)
        switch error {
        case .corrupt, .unsupported, .tooManyPixels, .edgeTooLong: break
        case .empty, .outOfMemory, .cancelled, .undecided: claim(false, "a file is refused for what it is: \(error)")
        }
    }
}
