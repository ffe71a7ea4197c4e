import ImageCore
import Messages
import Redaction
import SecureMemory

/// A style with all that it needs, as an example of its kind.
struct Specimen: Sendable {
    let style: Style
    let assets: [String: SecureBytes]

    /// One of each kind that the service knows.
    static func all() throws -> [Specimen] {
        let image = ImageStyle(asset: "cover", contentMode: .aspectFit, background: .white)
        return [
            Specimen(style: .fill(.black), assets: [:]),
            Specimen(style: .blur(radius: 8), assets: [:]),
            Specimen(style: .pixelate(block: 8), assets: [:]),
            Specimen(style: .image(image), assets: ["cover": try translucentCover()]),
            Specimen(style: .veil(radius: nil), assets: [:]),
            Specimen(style: .message(try Message(symbol: .lock)), assets: [:]),
            Specimen(style: .label(numbered: true), assets: [:]),
        ]
    }

    /// Those whose outputs may not depend on what they cover.
    static func erasing() throws -> [Specimen] {
        try all().filter { $0.style.assurance == .erased }
    }

    /// A picture that lets more and more show through from its left to its right.
    private static func translucentCover() throws -> SecureBytes {
        guard let size = PixelSize(width: 64, height: 48) else { return SecureBytes() }
        let row = (0..<size.width).flatMap { x -> [UInt8] in [40, 90, 200, UInt8(255 - 4 * x)] }
        let samples = Array(repeatElement(row, count: size.height).joined())
        return try PixelBuffer(size, format: .rgba, samples: samples).encoded(.png())
    }
}
