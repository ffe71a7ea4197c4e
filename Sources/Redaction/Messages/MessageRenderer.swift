public import BoundedWork
import Glibc
public import ImageCore
import SecureMemory
import Synchronization

/// Draws messages and labels. One renderer is enough for a process: it knows the fonts, and draws one at a time.
///
/// ```swift
/// let renderer = MessageRenderer()
/// let placard = try renderer.placard(for: try Message(), in: PixelRect(size), isCard: false)
/// try placard.apply(to: &pixels, in: area)
/// ```
public final class MessageRenderer: Sendable {
    fileprivate struct State {
        var typesetter: Typesetter?
        /// Pixels that were drawn since the glyphs were freed.
        var drawnPixels = 0
    }

    private let state = Mutex(State())
    /// Pixels to be drawn before the glyphs are freed: they take about as many bytes, four times as many for emoji.
    fileprivate static let maximumDrawnPixels = 8_000_000

    /// A renderer that looks for its fonts when it draws for the first time.
    public init() {}

    /// Finds the fonts and draws a message that is thrown away, so that the first real one does not take longer.
    public func warmUp() {
        guard let place = PixelRect(x: 0, y: 0, width: 640, height: 640), let message = try? Message(title: "Warm-up")
        else {
            return
        }
        _ = try? placard(for: message, in: place, isCard: false)
    }

    /// The smallest text that is drawn, in pixels of the em square.
    public static let minimumTextSize = MessageLayout.minimumTextSize

    /// Draws a message for a target. The result has no content if the words do not fit in their place at a legible size.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - place: Its place in the target, counted from the target's top left corner: mostly all of it.
    ///   - textSize: In pixels; nil for one that suits the target. It shrinks as far as necessary.
    ///   - isCard: Whether the target is a part of a picture.
    ///   - surroundings: The model of an automatic appearance.
    ///   - colorSpace: That of the picture.
    ///   - cancellation: Whether the message is still wanted.
    public func placard(
        for message: Message,
        in place: PixelRect,
        textSize: Double? = nil,
        isCard: Bool,
        surroundings: ColorScheme = .light,
        colorSpace: ColorSpace = .sRGB,
        cancellation: Cancellation = Cancellation()
    ) throws(MessageError) -> Placard {
        let palette = Palette(message, surroundings: surroundings, isCard: isCard).converted(to: colorSpace)
        while true {
            let placard = try state.withLockIfAvailable { (state) throws(MessageError) in
                try state.draw(message, textSize: textSize, in: place, palette, cancellation)
            }
            if let placard { return placard }
            try Self.wait(cancellation)
        }
    }

    /// Draws the text of a label for a target; nil if it fits at no legible size.
    ///
    /// - Parameters:
    ///   - text: The text, shortened where not all of it fits.
    ///   - place: Its place in the target, counted from the target's top left corner: mostly all of it.
    ///   - cancellation: Whether the label is still wanted.
    public func stencil(
        for text: LabelText,
        in place: PixelRect,
        cancellation: Cancellation = Cancellation()
    ) throws(MessageError) -> Stencil? {
        while true {
            let stencil = try state.withLockIfAvailable { (state) throws(MessageError) in
                DrawnStencil(stencil: try state.draw(text, in: place))
            }
            if let stencil { return stencil.stencil }
            try Self.wait(cancellation)
        }
    }

    private struct DrawnStencil: ~Copyable {
        let stencil: Stencil?
    }

    /// Waits a moment, because other words are drawn, which may take longer than these are wanted.
    private static func wait(_ cancellation: Cancellation) throws(MessageError) {
        guard !cancellation.isCancelled else { throw .cancelled }
        usleep(pause)
    }

    /// Microseconds between two looks whether it is this message's turn.
    private static let pause: UInt32 = 500
}

extension MessageRenderer.State {
    fileprivate mutating func draw(
        _ message: Message,
        textSize: Double?,
        in place: PixelRect,
        _ palette: Palette,
        _ cancellation: Cancellation
    ) throws(MessageError) -> Placard {
        let words = try readyTypesetter().words(of: message)
        let layout = MessageLayout(words, textSize: textSize, in: place.size, cancellation)
        guard !cancellation.isCancelled else { throw .cancelled }
        guard let layout else { return Placard(background: palette.background) }
        let frame = layout.frame
        do {
            let content = try cancellation.finish { () throws(OutOfMemory) in
                try layout.draw(in: palette, cancellation)
            }
            letGoOfGlyphs(after: frame.size.area)
            return Placard(background: palette.background, content: content, x: place.x + frame.x, y: place.y + frame.y)
        } catch {
            throw MessageError(error)
        }
    }

    fileprivate mutating func draw(_ text: LabelText, in place: PixelRect) throws(MessageError) -> Stencil? {
        guard let layout = LabelLayout(text, in: place.size, by: try readyTypesetter()) else { return nil }
        let frame = layout.frame
        let words = try mapError(layout.draw(), MessageError.outOfMemory)
        letGoOfGlyphs(after: frame.size.area)
        return Stencil(words, x: place.x + frame.x, y: place.y + frame.y)
    }

    private mutating func readyTypesetter() throws(MessageError) -> Typesetter {
        guard let ready = typesetter ?? Typesetter() else { throw .noFonts }
        typesetter = ready
        return ready
    }

    private mutating func letGoOfGlyphs(after pixels: Int) {
        drawnPixels += pixels
        guard drawnPixels >= MessageRenderer.maximumDrawnPixels else { return }
        typesetter?.evictGlyphs()
        drawnPixels = 0
    }
}
