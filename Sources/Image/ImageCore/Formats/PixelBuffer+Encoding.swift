public import BoundedWork
public import SecureMemory

extension PixelBuffer {
    /// The picture as a new file that holds pixels and nothing else: no metadata, no thumbnail, and a profile of our own where the
    /// space is not sRGB. The bytes do not depend on the number of threads.
    ///
    /// ```swift
    /// let file = try pixels.encoded(.jpeg(quality: 80), colorSpace: .displayP3)
    /// ```
    /// JPEG has no alpha: `flatten(over:)` the picture first, or the colour of translucent pixels is written.
    public borrowing func encoded(
        _ format: OutputFormat,
        colorSpace: ColorSpace = .sRGB,
        work: WorkContext = WorkContext()
    ) throws(EncodingError) -> SecureBytes {
        let profile = colorSpace.profile
        return switch format {
        case .png(let compression): try PNGWriter(compression: compression, work: work, profile: profile).file(of: self)
        case .jpeg(let quality): try JPEGWriter(quality: quality, profile: profile).file(of: self, work.cancellation)
        case .webP(let quality):
            try WebPWriter(quality: quality, profile: profile, cancellation: work.cancellation).file(of: self)
        }
    }
}
