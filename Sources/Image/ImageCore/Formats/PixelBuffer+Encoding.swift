public import BoundedWork
public import SecureMemory

extension PixelBuffer {
    /// The picture as a new file that holds pixels and nothing else: no metadata, no thumbnail, and a profile, of our own,
    /// only where the space is not sRGB.
    ///
    /// ```swift
    /// let file = try pixels.encoded(.jpeg(quality: 80), colorSpace: .displayP3)
    /// ```
    /// JPEG has no alpha: `flatten(over:)` the picture first, or the colour of translucent pixels is written as it is.
    ///
    /// - Parameters:
    ///   - format: The format and its settings.
    ///   - colorSpace: The space of the samples.
    ///   - work: The number of threads, on which the bytes do not depend, and whether they are still wanted.
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
