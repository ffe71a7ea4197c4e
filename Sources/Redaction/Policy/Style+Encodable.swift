import ImageCore
public import Messages

extension Style: Encodable {
    private enum Member: String, CodingKey {
        case color, radius, block
    }

    /// Writes an object with one member, the style's name.
    public func encode(to encoder: any Encoder) throws {
        var style = encoder.container(keyedBy: Kind.self)
        switch self {
        case .image(let image): try style.encode(image, forKey: kind)
        case .message(let message): try style.encode(message, forKey: kind)
        case .fill(let color):
            var members = style.nestedContainer(keyedBy: Member.self, forKey: kind)
            try members.encode(color.hex, forKey: .color)
        case .blur(let radius):
            var members = style.nestedContainer(keyedBy: Member.self, forKey: kind)
            try members.encode(radius, forKey: .radius)
        case .pixelate(let block):
            var members = style.nestedContainer(keyedBy: Member.self, forKey: kind)
            try members.encode(block, forKey: .block)
        case .veil(let radius):
            var members = style.nestedContainer(keyedBy: Member.self, forKey: kind)
            try members.encodeIfPresent(radius, forKey: .radius)
        }
    }
}

extension Style.Kind: CodingKey {}

extension Style.ImageStyle: Encodable {
    private enum CodingKeys: String, CodingKey {
        case asset, contentMode, background
        case isRequired = "required"
    }

    /// Writes what differs from the defaults.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(asset, forKey: .asset)
        if contentMode != .aspectFill { try members.encode(contentMode.rawValue, forKey: .contentMode) }
        if background != .black { try members.encode(background.hex, forKey: .background) }
        if !isRequired { try members.encode(isRequired, forKey: .isRequired) }
    }
}

extension Message: Encodable {
    /// Writes what it says, and what differs from the defaults beside that.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encodeIfPresent(title, forKey: .title)
        try members.encode(text, forKey: .text)
        try members.encodeIfPresent(textColor?.hex, forKey: .textColor)
        try members.encodeIfPresent(background?.hex, forKey: .background)
        if appearance != .automatic { try members.encode(appearance.rawValue, forKey: .appearance) }
        try members.encodeIfPresent(textSize, forKey: .textSize)
        try members.encodeIfPresent(symbol?.rawValue, forKey: .symbol)
    }
}

extension Message.Member: CodingKey {}

extension Color {
    /// The colour as ``init(hex:)`` reads it: `#rrggbb`.
    var hex: String {
        "#"
            + [red, green, blue].map { sample in
                let digits = String(sample, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }
            .joined()
    }
}
