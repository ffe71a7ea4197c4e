public import ImageCore

/// The text of a privacy screen and its look. A message that exists can be read: its text is well-formed, and its colours can be
/// distinguished. Whether the fonts have its characters shows when it is drawn.
public struct Message: Sendable, Hashable {
    /// A line or two above the text, in bold.
    public let title: String?
    /// The text, of at most ``maximumTextLength`` Unicode scalars, with line feeds.
    public let text: String
    /// The colour of the words and the symbol; nil for the greys of the appearance.
    public let textColor: Color?
    /// The colour behind it; nil for that of the appearance.
    public let background: Color?
    /// Whether the message is light or dark, where it has no colours of its own.
    public let appearance: Appearance
    /// Height of the em square of the text, in a unit of the caller's; a title is larger. Nil for one that suits the target.
    public let textSize: Double?
    /// The symbol above the words.
    public let symbol: Symbol?

    /// The text of a message without one.
    public static let defaultText = "Content hidden to protect your privacy"
    /// Unicode scalars of the longest text.
    public static let maximumTextLength = 1000
    /// Unicode scalars of the longest title.
    public static let maximumTitleLength = 200

    /// The least contrast of the words to the colour behind them (WCAG 2, from 1 to 21): seen, if not read with ease.
    static let minimumContrast = 1.5

    /// The default text in the look that suits its surroundings.
    public static let standard = Message()

    private init() {
        (text, appearance) = (Self.defaultText, .automatic)
        (title, textColor, background, textSize, symbol) = (nil, nil, nil, nil, nil)
    }

    /// Makes a message. Without arguments it has the default text in the look that suits its surroundings.
    ///
    /// - Throws: ``InvalidMessage`` for words that cannot be written, a text size that is not above 0, and colours of which one
    ///   can hardly be seen on the other.
    public init(
        title: String? = nil,
        text: String = defaultText,
        textColor: Color? = nil,
        background: Color? = nil,
        appearance: Appearance = .automatic,
        textSize: Double? = nil,
        symbol: Symbol? = nil
    ) throws(InvalidMessage) {
        if let title { try Self.check(title, as: .title, maximumLength: Self.maximumTitleLength) }
        try Self.check(text, as: .text, maximumLength: Self.maximumTextLength)
        if let textSize, !(textSize > 0 && textSize.isFinite) { throw InvalidMessage(.textSize, "has to be above 0") }
        self.title = title
        self.text = text
        self.textColor = textColor
        self.background = background
        self.appearance = appearance
        self.textSize = textSize
        self.symbol = symbol
        try checkContrast()
    }

    private static func check(_ text: String, as member: Member, maximumLength: Int) throws(InvalidMessage) {
        let count = text.unicodeScalars.count
        guard count <= maximumLength else {
            throw InvalidMessage(member, "has \(count) characters; at most \(maximumLength) are allowed")
        }
        if let fault = TextFault(in: text) { throw InvalidMessage(member, fault.description) }
    }

    private func checkContrast() throws(InvalidMessage) {
        guard let textColor else { return }
        let contrast =
            background.map { textColor.contrast(to: $0) } ?? appearance.schemes.map { $0.contrast(of: textColor) }.max()
            ?? 1
        guard contrast >= Self.minimumContrast else {
            throw InvalidMessage(
                .textColor,
                "is too close to the background: their contrast is \(contrast.withOneDecimal), and has to be "
                    + "at least \(Self.minimumContrast.withOneDecimal)"
            )
        }
    }
}

extension Double {
    fileprivate var withOneDecimal: String { "\((self * 10).rounded() / 10)" }
}

/// Symbol above the words of a message.
public enum Symbol: String, Sendable, CaseIterable {
    /// A closed padlock: the screen is locked.
    case lock
    /// An eye, struck through: the content is hidden.
    case eye
}

/// Whether a message is dark on light or light on dark.
public enum Appearance: String, Sendable, CaseIterable {
    /// Dark words on light grey.
    case light
    /// Light words on black, or on nearly black where the message is a card.
    case dark
    /// Light or dark like the surroundings of the message.
    case automatic

    var schemes: [ColorScheme] {
        switch self {
        case .light: [.light]
        case .dark: [.dark]
        case .automatic: [.light, .dark]
        }
    }
}

/// An appearance that is decided.
public enum ColorScheme: Sendable, Hashable {
    /// Dark words on light grey.
    case light
    /// Light words on black, or on nearly black where the message is a card.
    case dark
}
