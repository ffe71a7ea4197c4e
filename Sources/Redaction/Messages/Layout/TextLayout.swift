import CPango
import ImageCore

/// Centred lines of text, laid out at one size and drawn at any: lengths are in pixels of ``Typesetter/emSize``.
final class TextLayout {
    /// The layout of Pango; owned.
    let layout: OpaquePointer

    /// Lays out a text without faults; no other thread uses the context.
    init(_ text: String, context: OpaquePointer, emSize: Double, weight: PangoWeight) {
        layout = pango_layout_new(context)
        let description = pango_font_description_new()
        pango_font_description_set_family(description, FontLibrary.families.joined(separator: ","))
        pango_font_description_set_weight(description, weight)
        pango_font_description_set_absolute_size(description, emSize * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        pango_layout_set_line_spacing(layout, 1.1)
        var text = text
        text.withUTF8 { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    enum Breaking {
        /// Between words; a long one can be wider than its line.
        case betweenWords
        case withinWords
    }

    func wrap(width: Double, _ breaking: Breaking) {
        pango_layout_set_wrap(layout, breaking == .betweenWords ? PANGO_WRAP_WORD : PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(layout, Int32(clamping: Int(width * Double(PANGO_SCALE))))
    }

    /// Makes the lines as even as they can be without another line.
    func balance(_ breaking: Breaking) {
        // More lines make a block of text, which may end anywhere.
        guard (2...4).contains(lineCount) else { return }
        let lines = lineCount
        var enough = Double(pango_layout_get_width(layout)) / Double(PANGO_SCALE)
        var tooLittle = enough / 2
        for _ in 0..<6 {
            let width = (enough + tooLittle) / 2
            wrap(width: width, breaking)
            if lineCount == lines, bounds.width <= width { enough = width } else { tooLittle = width }
        }
        wrap(width: enough, breaking)
    }

    private var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

    var wrapWidth: Double { Double(pango_layout_get_width(layout)) / Double(PANGO_SCALE) }

    /// The smallest rectangle that holds all lines, whatever their glyphs do, from the top left corner of the layout.
    var bounds: TextBounds {
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_extents(layout, &ink, &logical)
        return TextBounds(ink).union(TextBounds(logical))
    }

    /// The smallest rectangle that holds what is drawn of all lines, from the top left corner of the layout.
    var ink: TextBounds {
        var ink = PangoRectangle()
        pango_layout_get_extents(layout, &ink, nil)
        return TextBounds(ink)
    }

    /// The baseline of the first line, from the top of the layout.
    var baseline: Double { Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) }

    var hasInk: Bool { ink.width > 0 && ink.height > 0 }

    var missingCharacter: Unicode.Scalar? {
        guard pango_layout_get_unknown_glyphs_count(layout) > 0, let iterator = pango_layout_get_iter(layout) else {
            return nil
        }
        defer { pango_layout_iter_free(iterator) }
        var first: (place: Int32, scalar: Unicode.Scalar)?
        repeat {
            // Runs come in the order of display.
            guard let run = pango_layout_iter_get_run_readonly(iterator)?.pointee else { continue }
            guard let glyphs = run.glyphs?.pointee, let item = run.item?.pointee else { continue }
            for index in 0..<Int(glyphs.num_glyphs) {
                guard let scalar = Unicode.Scalar(unknownGlyph: glyphs.glyphs[index].glyph) else { continue }
                let place = item.offset + glyphs.log_clusters[index]
                if place < first?.place ?? .max { first = (place, scalar) }
            }
        } while pango_layout_iter_next_run(iterator) != 0
        return first?.scalar
    }
}

extension Unicode.Scalar {
    /// The character that a glyph stands in for; nil for the glyph of a font. Pango marks those with a bit beyond Unicode
    /// (PANGO_GLYPH_UNKNOWN_FLAG), and has two that stand for none (PANGO_GLYPH_EMPTY, PANGO_GLYPH_INVALID_INPUT).
    fileprivate init?(unknownGlyph glyph: UInt32) {
        guard glyph & 0x1000_0000 != 0, glyph != 0xFFFF_FFFF else { return nil }
        self.init(glyph & ~0x1000_0000)
    }
}

/// A rectangle in pixels of ``Typesetter/emSize``.
struct TextBounds {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// The smallest rectangle that holds this one and `other`.
    func union(_ other: TextBounds) -> TextBounds {
        let (left, top) = (min(x, other.x), min(y, other.y))
        let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
        return TextBounds(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The rectangle in a target, drawn `scale` times as large with its origin at `origin`: the pixels of a target of `size` that it
    /// touches, and one round them, which antialiasing may reach.
    func pixels(scale: Double, at origin: (x: Double, y: Double), in size: PixelSize) -> PixelRect? {
        func span(_ start: Double, _ length: Double, _ limit: Int) -> Range<Int> {
            (Int(start.rounded(.down)) - 1..<Int((start + length).rounded(.up)) + 1).clamped(to: 0..<limit)
        }
        return PixelRect(
            columns: span(origin.x + x * scale, width * scale, size.width),
            rows: span(origin.y + y * scale, height * scale, size.height)
        )
    }
}

extension TextBounds {
    fileprivate init(_ rect: PangoRectangle) {
        let unit = 1 / Double(PANGO_SCALE)
        self.init(
            x: Double(rect.x) * unit,
            y: Double(rect.y) * unit,
            width: Double(rect.width) * unit,
            height: Double(rect.height) * unit
        )
    }
}
