import Foundation
import Samples
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

/// What came out of a file.
struct Decoded: Equatable {
    let picture: Picture
    let format: ImageFormat
    let grid: BlockGrid
    let colorSpace: ColorSpace

    init(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws {
        let image = try DecodedImage(decoding: SecureBytes(copying: bytes), limits: limits)
        picture = image.pixels.picture
        format = image.format
        grid = image.grid
        colorSpace = image.colorSpace
    }

    /// The bytes of the file that it is written to.
    func encoded(_ format: OutputFormat) throws -> [UInt8] {
        try PixelBuffer(picture).encoded(format, colorSpace: colorSpace)
            .withUnsafeBytes { Array($0) }
    }
}

/// Why `bytes` are refused; nil if they are not.
func refusal(of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws -> DecodingError? {
    do {
        _ = try Decoded(bytes, limits: limits)
        return nil
    } catch let error as DecodingError {
        return error
    }
}

/// Whether `bytes` are refused as a damaged file.
func isCorrupt(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws -> Bool {
    guard case .corrupt = try refusal(of: bytes, limits: limits) else { return false }
    return true
}

/// A screen that is kept for the tests.
func fixture(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: Sample.folder.appending(path: name)))
}
