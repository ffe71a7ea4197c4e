/// How the samples of a pixel are laid out: 8 bits each, interleaved, alpha not premultiplied.
public enum PixelFormat: Int, Sendable, CaseIterable {
    /// Three samples: red, green, blue.
    case rgb = 3
    /// Four samples: red, green, blue, alpha.
    case rgba = 4

    /// Samples, and bytes, of a pixel.
    public var channels: Int { rawValue }
}
