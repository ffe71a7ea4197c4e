import BoundedWork
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

    init(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits(), work: WorkContext = WorkContext()) throws {
        let image = try DecodedImage(decoding: SecureBytes(copying: bytes), limits: limits, work: work)
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

extension Picture {
    /// The bytes of the file that the picture is written to.
    func encoded(_ format: OutputFormat) throws -> [UInt8] {
        let pixels = try PixelBuffer(self)
        return try pixels.encoded(format).withUnsafeBytes { Array($0) }
    }
}

/// A file that a script in the folder `Fixtures` made.
///
/// - Parameter path: Below that folder.
func fixtureFile(_ path: String) throws -> [UInt8] {
    let folder = try #require(Bundle.module.resourceURL).appending(path: "Fixtures")
    return try Array(Data(contentsOf: folder.appending(path: path)))
}

extension Picture {
    /// The picture that a reference decoder read in a file that a script made.
    ///
    /// - Parameter path: The file, with the picture beside it as a PNG.
    static func reference(_ path: String) throws -> Picture {
        let name = path.split(separator: ".").dropLast().joined(separator: ".")
        return try Decoded(fixtureFile("\(name).png")).picture
    }
}

/// The file was left to the decoder.
struct NotTaken: Error {}

extension JPEGFile {
    /// Opens a file that has to be a JPEG.
    init(
        _ bytes: SecureBytes,
        limits: DecodingLimits = DecodingLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) {
        try self.init(opening: bytes, limits: limits, work: WorkContext(cancellation: cancellation))
    }
}

extension JPEGFile {
    /// The file once `paint` has covered its coefficients; nil unless it is taken, and a baseline file can hold it.
    func rewritten(_ paint: (inout JPEGCoefficients) throws -> Void = { _ in }) throws -> SecureBytes? {
        var failure: (any Error)?
        let file = try edited(whole: true) { coefficients, rowCount in
            do {
                try paint(&coefficients)
                return rowCount
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return file
    }
}
