import BoundedWork
import ImageCore
import Messages

/// Covers with a word for what stood there, such as `card`, in the colours of the surroundings.
public struct LabelStyle: StyleDefinition {
    /// Whether things have numbers: the same for equal values of one kind in a request, and another for each that differs or is not
    /// known. False by default.
    public let isNumbered: Bool

    /// Labels things with a word, and a number if `isNumbered`.
    public init(isNumbered: Bool = false) {
        self.isNumbered = isNumbered
    }

    /// The text for a thing of which only its place is known.
    static let unknown = LabelText("hidden")

    static let kind = "label"
    static let assurance = Assurance.erased
    static let help = "a word for what stood there, in the colours of the surroundings"
    static let form = ObjectForm<LabelStyle>(
        .optional(
            "numbered",
            \.isNumbered,
            .flag,
            default: false,
            "whether equal values have equal numbers, which shows that they are equal; by default false"
        ),
        make: LabelStyle.init(isNumbered:)
    )

    func brush(for snapshot: StyleContext) -> any Brush {
        LabelBrush(text: snapshot.label ?? Self.unknown, isNumbered: isNumbered)
    }
}

struct LabelBrush: Brush {
    let text: LabelText
    let isNumbered: Bool

    var readsSurroundings: Bool { true }

    func warning(_ recoverability: Recoverability) -> String? {
        isNumbered ? "The number shows which covered values of one kind are equal. Without numbers, nothing does." : nil
    }

    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool {
        let label = try label(for: area, on: canvas, context)
        try canvas.paint(label, over: area, context.work)
        return label.frame != nil
    }

    /// The label where nothing hides any of its words, later covers included; without words where they do not fit, or there are no
    /// fonts.
    private func label(
        for area: PaintArea,
        on canvas: borrowing some Canvas & ~Copyable,
        _ context: PaintContext
    ) throws(RedactionError) -> Label {
        let (hidden, colorSpace) = (context.hidden, canvas.colorSpace)
        func draw(in place: PixelRect) throws(RedactionError) -> Label {
            do {
                let words = try context.messages.stencil(for: text, in: place, cancellation: context.work.cancellation)
                return Label(words, avoiding: hidden, colorSpace: colorSpace)
            } catch .noFonts {
                return Label(nil, avoiding: hidden, colorSpace: colorSpace)
            } catch {
                throw RedactionError(error, rule: context.rule)
            }
        }
        guard let place = area.place(beside: context.later)?.offset(fromOriginOf: area.target) else {
            return Label(nil, avoiding: hidden, colorSpace: colorSpace)
        }
        let label = try draw(in: place)
        guard let place = area.clearPlace(insteadOf: label.frame) else { return label }
        return try draw(in: place)
    }
}
