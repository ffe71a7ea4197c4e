/// What a file says of its picture before that is decoded.
struct ImageHeader {
    /// The format of the file.
    let format: ImageFormat
    /// Width and height as stored, in pixels.
    let storedSize: PixelSize
    /// The samples that its pixels are decoded to.
    let pixelFormat: PixelFormat
    /// The blocks of the picture as stored.
    let grid: BlockGrid
    /// How a viewer sees what is stored.
    let orientation: Orientation
    /// What the samples stand for once they are decoded.
    let colorSpace: ColorSpace
}
