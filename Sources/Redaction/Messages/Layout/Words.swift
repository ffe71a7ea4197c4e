/// The words of a message, laid out one above the other, with the room for a symbol above them. Lengths are in pixels of
/// ``Typesetter/emSize``; columns count from the middle of the words.
struct Words {
    let title: TextLayout?
    let text: TextLayout
    private let symbol: Symbol?

    static let symbolEdge = Typesetter.emSize * 2.2
    /// The widest line: longer ones are hard to follow.
    private static let maximumLineWidth = Typesetter.emSize * 34
    private static let gapBelowSymbol = Typesetter.emSize * 0.8
    private static let gapBelowTitle = Typesetter.emSize * 0.45

    fileprivate init(title: TextLayout?, text: TextLayout, symbol: Symbol?) {
        self.title = title
        self.text = text
        self.symbol = symbol
    }

    /// Breaks the lines so that they fit in `width`, if they can.
    func wrap(width: Double, _ breaking: TextLayout.Breaking) {
        let width = min(width, Self.maximumLineWidth)
        title?.wrap(width: width, breaking)
        text.wrap(width: width, breaking)
    }

    func balance(_ breaking: TextLayout.Breaking) {
        title?.balance(breaking)
        text.balance(breaking)
    }

    var arrangement: Arrangement {
        var height = 0.0
        var bounds = TextBounds(x: 0, y: 0, width: 0, height: 0)
        if symbol != nil {
            bounds = TextBounds(x: -Self.symbolEdge / 2, y: 0, width: Self.symbolEdge, height: Self.symbolEdge)
            height = Self.symbolEdge + Self.gapBelowSymbol
        }
        func place(_ layout: TextLayout) -> Double {
            let own = layout.bounds
            let top = height - own.y
            bounds = bounds.union(
                TextBounds(x: own.x - layout.wrapWidth / 2, y: height, width: own.width, height: own.height)
            )
            height += own.height
            return top
        }
        var titleTop = 0.0
        if let title {
            titleTop = place(title)
            height += Self.gapBelowTitle
        }
        let textTop = place(text)
        return Arrangement(symbol: symbol, titleTop: titleTop, textTop: textTop, bounds: bounds)
    }

    struct Arrangement {
        let symbol: Symbol?
        let titleTop: Double
        let textTop: Double
        let bounds: TextBounds
    }
}

extension Typesetter {
    /// - Throws: ``MessageError`` for words that cannot be drawn.
    func words(of message: Message) throws(MessageError) -> Words {
        let text = self.text(message.text)
        try text.checkGlyphs(as: .text)
        guard let title = message.title else { return Words(title: nil, text: text, symbol: message.symbol) }
        let layout = self.title(title)
        try layout.checkGlyphs(as: .title)
        return Words(title: layout, text: text, symbol: message.symbol)
    }
}

extension TextLayout {
    fileprivate func checkGlyphs(as member: Message.Member) throws(MessageError) {
        if let scalar = missingCharacter { throw .missingGlyph(member, scalar) }
        guard hasInk else { throw .blank(member) }
    }
}
