import ImageCore
import SecureMemory

/// A picture of 8-bit RGB samples, row by row without padding.
struct Picture: Sendable {
    let size: PixelSize
    let samples: [UInt8]

    /// The picture as a file.
    ///
    /// - Throws: ``RenderingError/notEncoded`` and what ImageCore throws.
    func encoded(_ format: SnapshotFormat) throws -> SecureBytes {
        switch format {
        case .png: try PixelBuffer(size, format: .rgb, samples: samples).encoded(.png())
        case .jpeg(let subsampling): try encodedJPEG(subsampling)
        }
    }
}
