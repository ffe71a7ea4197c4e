import ImageCore
import Messages
import Redaction

/// What a job does between decoding and encoding.
enum Cover: String, CaseIterable, Codable {
    /// A Gaussian blur of the whole screen.
    case blur
    /// Three black rectangles.
    case regionFill
    /// A Gaussian blur of three rectangles.
    case regionBlur
    /// A mosaic of the whole screen.
    case pixelate
    /// The whole screen black.
    case fill
    /// Another picture over the whole screen.
    case image
    /// A message over the whole screen. The peers do not lay it out: they write the picture that we drew.
    case message
    /// All text that is found black.
    case text
    /// All faces that are found black.
    case faces
    /// All barcodes and codes of squares that are found black.
    case codes

    /// The name of the other picture.
    static let assetName = "splash"

    /// What people call it.
    var title: String {
        switch self {
        case .blur: "blur, sigma \(length)"
        case .regionFill: "3 black regions"
        case .regionBlur: "blur of 3 regions"
        case .pixelate: "pixelate, \(length)"
        case .fill: "black screen"
        case .image: "picture on the screen"
        case .message: "privacy screen"
        case .text: "text, found"
        case .faces: "faces, found"
        case .codes: "codes, found"
        }
    }

    /// What is looked for; nil where the place is known.
    var sight: Sight? {
        switch self {
        case .text: .text(TextSight(.all))
        case .faces: .faces(FaceSight(.whole))
        case .codes: .codes
        case .blur, .regionFill, .regionBlur, .pixelate, .fill, .image, .message: nil
        }
    }

    /// Standard deviation of the blur, or edge of a cell, in pixels.
    var length: Int {
        self == .pixelate ? 24 : 20
    }

    /// The formats that it is measured on.
    var formats: [ImageFormat] {
        switch self {
        case .blur: [.png, .jpeg, .heic]
        case .regionFill: [.png, .jpeg, .webp, .heic]
        case .regionBlur, .pixelate, .fill, .image, .message, .text, .faces, .codes: [.png]
        }
    }

    /// The compressions that make a difference to files of `format`, and are of interest.
    func compressions(of format: ImageFormat) -> [PNGCompression] {
        format == .png && sight == nil ? PNGCompression.allCases : [.fast]
    }

    /// The rectangles to cover on a snapshot of `size`, as on a form: two fields of a line and a card. None for the screen.
    func regions(of size: PixelSize) -> [PixelRect] {
        guard self == .regionFill || self == .regionBlur else { return [] }
        func region(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect? {
            PixelRect(
                x: Int(x * Double(size.width)),
                y: Int(y * Double(size.height)),
                width: Int(width * Double(size.width)),
                height: Int(height * Double(size.height))
            )
        }
        return [region(0.04, 0.10, 0.92, 0.06), region(0.04, 0.30, 0.60, 0.06), region(0.04, 0.60, 0.92, 0.12)]
            .compactMap { $0 }
    }

    /// How our redactor is told.
    ///
    /// - Throws: ``PolicyError``, if the regions are no policy.
    func policy(for size: PixelSize) throws(PolicyError) -> Policy {
        let style: Style =
            switch self {
            case .blur, .regionBlur: .blur(radius: Double(length))
            case .pixelate: .pixelate(block: Double(length))
            case .regionFill, .fill, .text, .faces, .codes: .fill(.black)
            case .image: .image(ImageStyle(asset: Self.assetName))
            case .message: .message(.standard)
            }
        let regions = regions(of: size).compactMap { rect in
            Region(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
                .map(Target.region)
        }
        let targets = regions + [sight.map(Target.sight)].compactMap(\.self)
        return try Policy(rules: (targets.isEmpty ? [.screen] : targets).map { Policy.Rule($0, style) })
    }

    /// The policy in the form of a file, by whose name our service is told; nil where the query says all.
    var policyFile: String? {
        guard sight != nil else { return nil }
        let choice = self == .faces ? "whole" : "all"
        return ##"{"rules": [{"target": {"\##(rawValue)": "\##(choice)"}, "style": {"fill": {"color": "#000"}}}]}"##
    }

    /// How our service is told: the query of a request.
    func query(for size: PixelSize, compression: PNGCompression) -> String {
        let style =
            switch self {
            case .blur, .regionBlur: "style=blur&radius=\(length)"
            case .pixelate: "style=pixelate&block=\(length)"
            case .regionFill, .fill: "style=fill&color=%23000"
            case .image: "style=image&asset=\(Self.assetName)"
            case .message: "style=message"
            case .text, .faces, .codes: "policy=\(rawValue)"
            }
        let regions = regions(of: size).map { "&region=\($0.x),\($0.y),\($0.width),\($0.height)" }.joined()
        return "\(style)\(regions)&compression=\(compression.rawValue)"
    }
}
