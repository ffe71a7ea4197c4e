import Redaction

/// A linear style at a strength.
struct Strength: Sendable, Hashable {
    /// The styles whose output is a weighted sum of the pixels that they cover.
    enum Kind: String, Sendable {
        case blur
        case mosaic
    }

    let kind: Kind
    /// Sigma of the blur, or edge of a cell, in pixels.
    let pixels: Double

    /// The style as a policy says it.
    var style: Style {
        switch kind {
        case .blur: .blur(radius: pixels)
        case .mosaic: .pixelate(block: pixels)
        }
    }

    /// A strength in multiples of the height of a digit; a cell has whole pixels.
    init(_ kind: Kind, times multiple: Double, digitHeight: Int) {
        let pixels = multiple * Double(digitHeight)
        self.init(kind, pixels: kind == .mosaic ? max(2, pixels.rounded()) : pixels)
    }

    init(_ kind: Kind, pixels: Double) {
        self.kind = kind
        self.pixels = pixels
    }

    /// The multiples of the height of a digit that are tried: from harmless to where nothing is thought to come back.
    static func range(digitHeight: Int) -> [Strength] {
        [0.3, 0.55, 1.0, 1.4, 2.1, 2.9].map { Strength(.blur, times: $0, digitHeight: digitHeight) }
            + [0.5, 1.0, 1.5, 2.1].map { Strength(.mosaic, times: $0, digitHeight: digitHeight) }
    }

    /// The multiples at which a dictionary is tried: from where the ranking of codes fails to far beyond.
    static func wideRange(digitHeight: Int) -> [Strength] {
        [1.4, 2.1, 2.9, 4, 6, 8].map { Strength(.blur, times: $0, digitHeight: digitHeight) }
            + [1, 1.5, 2.1, 3, 4, 6].map { Strength(.mosaic, times: $0, digitHeight: digitHeight) }
    }

    /// One of each kind at which a part of the codes comes back.
    static func pair(digitHeight: Int) -> [Strength] {
        [
            Strength(.blur, times: 1.4, digitHeight: digitHeight),
            Strength(.mosaic, times: 1.5, digitHeight: digitHeight),
        ]
    }

    /// What has to be broken, or the attack is not worth its name.
    static let controls = [Strength(.blur, pixels: 8), Strength(.mosaic, pixels: 8)]
}
