import BoundedWork
import ImageCore
public import Messages

/// Words on a plain colour are a style: the privacy screen.
extension Message: StyleDefinition {
    static let kind = "message"
    static let assurance = Assurance.erased
    static let help = "words on a plain colour"
    static let form = ObjectForm<Message>(
        .optional(
            "text",
            \.text,
            .words(maximumTextLength),
            default: defaultText,
            isAlwaysWritten: true,
            "the text; by default \(defaultText)"
        ),
        .optional("title", \.title, .words(maximumTitleLength), "a line in bold above the text"),
        .optional("textColor", \.textColor, .color, "the colour of the words; by default greys"),
        .optional("background", \.background, .color, "the colour behind the words"),
        .optional(
            "appearance",
            \.appearance,
            .word,
            default: .automatic,
            "light, dark or automatic (the default), after the surroundings"
        ),
        .optional("textSize", \.textSize, .length, "height of the em square; by default after the target"),
        .optional("symbol", \.symbol, .word, "symbol above the words: lock or eye"),
        make: { (text, title, textColor, background, appearance, textSize, symbol) in
            do throws(InvalidMessage) {
                return try Message(
                    title: title,
                    text: text,
                    textColor: textColor,
                    background: background,
                    appearance: appearance,
                    textSize: textSize,
                    symbol: symbol
                )
            } catch {
                throw InvalidMember(error.member.rawValue, error.message, description: error.description)
            }
        }
    )

    func brush(for snapshot: StyleContext) throws(PolicyError) -> any Brush {
        guard let textSize else {
            return MessageBrush(message: self, textSize: snapshot.displayScale.map(standardTextSize))
        }
        let least = MessageRenderer.minimumTextSize
        let pixels = try snapshot.pixels(textSize, atLeast: least, of: self, Member.textSize.rawValue)
        return MessageBrush(message: self, textSize: pixels)
    }

    /// The text size in pixels with `scale` pixels for each point: that of "Title 1" or, beneath a title, "Title 3" of Dynamic Type
    /// at its default setting, 28 and 20 points.
    private func standardTextSize(atScale scale: Double) -> Double {
        max((title == nil ? 28 : 20) * scale, MessageRenderer.minimumTextSize)
    }
}

/// Takes the text size in pixels; nil for one that suits the target.
private struct MessageBrush: Brush {
    let message: Message
    let textSize: Double?

    var readsBrightness: Bool { message.appearance == .automatic }

    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool {
        let placard = try placard(for: area, on: canvas, context)
        try canvas.paint(placard, over: area, context.work)
        return placard.frame != nil
    }

    /// The message where no kept area hides any of it; a placard without words where they do not fit.
    private func placard(
        for area: PaintArea,
        on canvas: borrowing some Canvas & ~Copyable,
        _ context: PaintContext
    ) throws(RedactionError) -> Placard {
        let target = area.target
        let isCard = target.size != canvas.size
        let colorSpace = canvas.colorSpace
        func draw(in place: PixelRect) throws(RedactionError) -> Placard {
            do {
                return try context.messages.placard(
                    for: message,
                    in: place,
                    textSize: textSize,
                    isCard: isCard,
                    surroundings: context.brightness,
                    colorSpace: colorSpace,
                    cancellation: context.work.cancellation
                )
            } catch {
                throw RedactionError(error, rule: context.rule)
            }
        }
        let placard = try draw(in: PixelRect(target.size))
        guard let place = area.clearPlace(insteadOf: placard.frame) else { return placard }
        return try draw(in: place)
    }
}
