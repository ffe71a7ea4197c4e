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
        try Style.Kind.allCases.map(Specimen.init)
    }

    /// Those whose outputs may not depend on what they cover.
    static func erasing() throws -> [Specimen] {
        try all().filter { $0.style.assurance == .erased }
    }

    private init(_ kind: Style.Kind) throws {
        switch kind {
        case .fill: (style, assets) = (.fill(.black), [:])
        case .blur: (style, assets) = (.blur(radius: 8), [:])
        case .pixelate: (style, assets) = (.pixelate(block: 8), [:])
        case .veil: (style, assets) = (.veil(radius: nil), [:])
        case .message: (style, assets) = (.message(try Message(symbol: .lock)), [:])
        case .image:
            style = .image(Style.ImageStyle(asset: "cover", contentMode: .aspectFit, background: .white))
            assets = ["cover": try Self.translucentCover()]
        }
    }

    /// A picture that lets more and more show through from its left to its right.
    private static func translucentCover() throws -> SecureBytes {
        guard let size = PixelSize(width: 64, height: 48) else { return SecureBytes() }
        let row = (0..<size.width).flatMap { x -> [UInt8] in [40, 90, 200, UInt8(255 - 4 * x)] }
        let samples = Array(repeatElement(row, count: size.height).joined())
        return try PixelBuffer(size, format: .rgba, samples: samples).encoded(EncodingOptions(format: .png))
    }
}
