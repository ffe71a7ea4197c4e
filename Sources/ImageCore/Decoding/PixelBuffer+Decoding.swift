import SecureMemory

extension PixelBuffer {
    /// Memory for the pixels of a file whose header was checked.
    static func forDecoding(_ size: PixelSize, format: PixelFormat) throws(DecodingError) -> PixelBuffer {
        do {
            return try PixelBuffer(uninitialized: size, format: format)
        } catch {
            throw .outOfMemory(error)
        }
    }
}
