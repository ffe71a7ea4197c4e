public import ImageCore
public import Messages

/// How to cover a target. Lengths are in the units of the policy.
public enum Style: Sendable, Hashable {
    /// One opaque colour.
    case fill(Color)
    /// A Gaussian blur with the standard deviation `radius`, above 0.
    case blur(radius: Double)
    /// Cells with the edge `block`, above 0, each painted with its mean.
    case pixelate(block: Double)
    /// A picture.
    case image(ImageStyle)
    /// Frosted glass painted from what surrounds the target, whose colours run into each other with the standard deviation
    /// `radius`, above 0. Nil for one that fits the target.
    case veil(radius: Double?)
    /// Words on a plain colour: the privacy screen.
    case message(Message)

    /// A picture that covers a target.
    public struct ImageStyle: Sendable, Hashable {
        /// The name under which the picture is sent along.
        public let asset: String
        /// How it is placed.
        public let contentMode: ContentMode
        /// What shows where it is translucent or does not reach.
        public let background: Color
        /// Whether the picture has to be there. In the stead of one that may be missing, the background covers.
        public let isRequired: Bool

        /// A picture, by name.
        public init(
            asset: String,
            contentMode: ContentMode = .aspectFill,
            background: Color = .black,
            isRequired: Bool = true
        ) {
            self.asset = asset
            self.contentMode = contentMode
            self.background = background
            self.isRequired = isRequired
        }
    }

    /// The styles by the names that policies, queries and receipts use.
    public enum Kind: String, Sendable, CaseIterable {
        /// One opaque colour.
        case fill
        /// A Gaussian blur.
        case blur
        /// Square cells.
        case pixelate
        /// A picture.
        case image
        /// Frosted glass.
        case veil
        /// Words on a plain colour.
        case message
    }

    /// Which style it is.
    public var kind: Kind {
        switch self {
        case .fill: .fill
        case .blur: .blur
        case .pixelate: .pixelate
        case .image: .image
        case .veil: .veil
        case .message: .message
        }
    }

    /// Every length that it states, each above 0 and at most ``Region/maximumLength``.
    var lengths: [Double] {
        switch self {
        case .fill, .image, .veil(nil): []
        case .message(let message): message.textSize.map { [$0] } ?? []
        case .blur(let length), .pixelate(let length), .veil(let length?): [length]
        }
    }

    /// Whether every length is within its bounds.
    var hasValidLengths: Bool { lengths.allSatisfy { $0 > 0 && $0 <= Region.maximumLength } }

    /// What the style promises.
    public var assurance: Assurance {
        switch self {
        case .fill, .image, .veil, .message: .erased
        case .blur, .pixelate: .obscured
        }
    }
}
