import SecureMemory

@testable import ImageCore
@testable import ImageFixtures

extension Picture {
    /// The bytes of the file that the picture is written to.
    func encoded(_ format: OutputFormat) throws -> [UInt8] {
        let pixels = try PixelBuffer(self)
        return try pixels.encoded(format).withUnsafeBytes { Array($0) }
    }
}
