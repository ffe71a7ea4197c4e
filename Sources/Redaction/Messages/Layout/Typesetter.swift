import CPango

/// Layout of text by Pango. Only one thread may use it at a time.
final class Typesetter {
    /// Height in pixels of the em square that a text is laid out at, whatever size it is drawn in: lengths scale, because nothing
    /// is hinted. So there is one size of each font to be looked up, and a layout that fits stays the same when it is drawn.
    static let emSize = 64.0
    /// Ratio of a title's em square to a text's.
    static let titleScale = 1.3

    /// The fonts; owned. The context refers to them, too.
    private let fontMap: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer

    /// Nil if there is no font, or no memory.
    init?() {
        guard let configuration = FontLibrary.configuration,
            let fontMap = cpango_font_map_create(configuration)
        else { return nil }
        guard let context = pango_font_map_create_context(fontMap) else {
            g_object_unref(fontMap)
            return nil
        }
        self.fontMap = fontMap
        self.context = context
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_cairo_context_set_resolution(context, 96)
        pango_context_set_round_glyph_positions(context, 0)
        // Pango would take both from the environment.
        pango_context_set_language(context, pango_language_from_string("en"))
        pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(fontMap)
    }

    /// Makes Cairo free the glyphs that it has drawn.
    ///
    /// It keeps up to 16 384 of them, of any size, with the last used fonts; and has no function to free them but the use of as
    /// many others (CAIRO_SCALED_FONT_MAX_HOLDOVERS).
    func evictGlyphs() {
        let layout = text("A")
        guard let run = pango_layout_get_line_readonly(layout.layout, 0)?.pointee.runs,
            let item = run.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item,
            let font = item.pointee.analysis.font,
            let scaledFont = pango_cairo_font_get_scaled_font(OpaquePointer(font))
        else { return }
        let (face, options) = (cairo_scaled_font_get_font_face(scaledFont), cairo_font_options_create())
        defer { cairo_font_options_destroy(options) }
        var (size, identity) = (cairo_matrix_t(), cairo_matrix_t())
        cairo_matrix_init_identity(&identity)
        for index in 1...256 {
            cairo_matrix_init_scale(&size, 1 + Double(index) / 1024, 1)
            cairo_scaled_font_destroy(cairo_scaled_font_create(face, &size, &identity, options))
        }
    }

    func text(_ text: String) -> TextLayout {
        TextLayout(text, context: context, emSize: Self.emSize, weight: PANGO_WEIGHT_NORMAL)
    }

    /// The heights of the letters that ``label(_:)`` sets.
    private(set) lazy var labelMetrics: LabelMetrics = {
        let (all, capital) = (label("Hlpg"), label("H"))
        return LabelMetrics(
            ascent: all.baseline - all.ink.y,
            capital: capital.baseline - capital.ink.y,
            descent: all.ink.y + all.ink.height - all.baseline
        )
    }()

    /// A line that is not wrapped.
    func label(_ text: String) -> TextLayout {
        TextLayout(text, context: context, emSize: Self.emSize, weight: PANGO_WEIGHT_SEMIBOLD)
    }

    func title(_ title: String) -> TextLayout {
        TextLayout(title, context: context, emSize: Self.emSize * Self.titleScale, weight: PANGO_WEIGHT_SEMIBOLD)
    }
}
