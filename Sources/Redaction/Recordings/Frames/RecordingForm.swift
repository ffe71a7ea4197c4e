/// A container of recordings.
public enum RecordingForm: String, CaseIterable, Sendable {
    case webm
    case mkv
    case mp4
    case mov
    case gif
    case apng
    case webp

    /// Bytes of the beginning of a file by which its form is known: an animation of PNG says so before its pixels.
    public static let beginningByteCount = 4096

    /// The form of a file that begins with these bytes; nil for anything but a recording.
    public init?(beginning bytes: UnsafeRawBufferPointer) {
        let beginning = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.beginningByteCount))
        func has(_ text: String, at offset: Int = 0) -> Bool {
            beginning.dropFirst(offset).starts(with: text.utf8)
        }
        func holds(_ text: String) -> Bool {
            let sought = Array(text.utf8)
            return beginning.indices.contains { beginning[$0...].starts(with: sought) }
        }
        if beginning.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = holds("webm") ? .webm : .mkv
        } else if has("ftyp", at: 4) {
            guard !Self.pictureBrands.contains(where: { has($0, at: 8) }) else { return nil }
            self = has("qt  ", at: 8) ? .mov : .mp4
        } else if ["moov", "mdat", "wide", "free"].contains(where: { has($0, at: 4) }) {
            self = .mov
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("PNG", at: 1), holds("acTL") {
            self = .apng
        } else if has("RIFF"), has("WEBPVP8X", at: 8), beginning.count > 20, beginning[20] & 2 != 0 {
            // The flag of an animation.
            self = .webp
        } else {
            return nil
        }
    }

    /// HEIF and AVIF, which lie in the same container.
    private static let pictureBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]

    /// Whether it is a format of pictures, too.
    public var isAnimation: Bool { self == .gif || self == .apng || self == .webp }

    /// The form that the extension of a file's name stands for, in lowercase; nil for any other.
    public init?(fileExtension: String) {
        switch fileExtension {
        case "m4v": self = .mp4
        case "qt": self = .mov
        case "mk3d": self = .mkv
        default: self.init(rawValue: fileExtension)
        }
    }
}
