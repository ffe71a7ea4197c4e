import CPango
import ImageCore

/// One line of text, laid out: digits as wide as each other, unhinted, as phones set them.
struct TextLine: ~Copyable {
    /// A rectangle in pixels from the top left corner of the line.
    struct Extents {
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        /// The smallest rectangle that holds both.
        func union(_ other: Extents) -> Extents {
            let (left, top) = (min(x, other.x), min(y, other.y))
            let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
            return Extents(x: left, y: top, width: right - left, height: bottom - top)
        }

        /// The pixels of a picture in which the line starts at `origin`, or nil if there are none.
        func moved(to origin: (x: Int, y: Int)) -> PixelRect? {
            PixelRect(x: origin.x + x, y: origin.y + y, width: width, height: height)
        }
    }

    private let layout: OpaquePointer

    init(_ text: String, in font: borrowing Font, on canvas: borrowing Canvas) {
        layout = pango_cairo_create_layout(canvas.context)
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
        cairo_font_options_destroy(options)
        pango_layout_context_changed(layout)
        pango_layout_set_font_description(layout, font.description)
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_text(layout, text, -1)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// The pixels that the line paints.
    var ink: Extents {
        var rect = PangoRectangle()
        pango_layout_get_pixel_extents(layout, &rect, nil)
        return Extents(rect)
    }

    /// The room that the line takes, as the frame of a label.
    var frame: Extents {
        var rect = PangoRectangle()
        pango_layout_get_pixel_extents(layout, nil, &rect)
        return Extents(rect)
    }

    /// Paints the line in the current colour with its top left corner at `x`, `y`.
    func paint(x: Int, y: Int, on canvas: borrowing Canvas) {
        cairo_move_to(canvas.context, Double(x), Double(y))
        pango_cairo_show_layout(canvas.context, layout)
    }
}

extension TextLine.Extents {
    fileprivate init(_ rect: PangoRectangle) {
        self.init(x: Int(rect.x), y: Int(rect.y), width: Int(rect.width), height: Int(rect.height))
    }
}
