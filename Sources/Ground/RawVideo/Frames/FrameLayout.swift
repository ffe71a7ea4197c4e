/// Layout of the samples of a frame, of 8 bits each and with no padding: rows from the top down, planes one after the other.
public enum FrameLayout: String, Sendable, CaseIterable {
    /// The planes Y, U and V; U and V have half the width and half the height.
    case yuv420
    /// The planes Y, U and V; U and V have half the width.
    case yuv422
    /// The planes Y, U and V, of one size.
    case yuv444
    /// One plane of pixels of 4 bytes, with alpha that is not premultiplied.
    case rgba

    /// FFmpeg's name of the layout, for `-pix_fmt`.
    public var pixelFormat: String {
        switch self {
        case .yuv420: "yuv420p"
        case .yuv422: "yuv422p"
        case .yuv444: "yuv444p"
        case .rgba: "rgba"
        }
    }

    /// The four characters that FFmpeg marks streams of raw video in this layout with.
    public var fourCC: String {
        switch self {
        case .yuv420: "I420"
        case .yuv422: "Y42B"
        case .yuv444: "444P"
        case .rgba: "RGBA"
        }
    }

    /// The binary logarithm of the number of columns that share a chroma sample.
    public var horizontalChromaShift: Int { self == .yuv420 || self == .yuv422 ? 1 : 0 }

    /// The binary logarithm of the number of rows that share a chroma sample.
    public var verticalChromaShift: Int { self == .yuv420 ? 1 : 0 }

    /// Bytes of a frame of `width` x `height` pixels. The chroma of an odd size is rounded up.
    ///
    /// - Parameters:
    ///   - width: Pixels, from 0 to 2^24.
    ///   - height: Pixels, from 0 to 2^24.
    public func byteCount(width: Int, height: Int) -> Int {
        guard self != .rgba else { return 4 * width * height }
        let columns = (width + horizontalChromaShift) >> horizontalChromaShift
        let rows = (height + verticalChromaShift) >> verticalChromaShift
        return width * height + 2 * columns * rows
    }
}
