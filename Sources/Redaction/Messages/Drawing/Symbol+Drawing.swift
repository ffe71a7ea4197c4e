import CPango
import ImageCore

extension Symbol {
    /// Draws the symbol, its top edge in the middle of the origin.
    ///
    /// - Parameters:
    ///   - edge: Width and height.
    ///   - color: Of the lines.
    ///   - background: What is behind it.
    ///   - surface: To draw on.
    func draw(edge: Double, color: Color, background: Color, on surface: borrowing DrawingSurface) {
        let context = surface.context
        cairo_save(context)
        cairo_translate(context, -edge / 2, 0)
        // The shapes are given on a square of 24.
        cairo_scale(context, edge / 24, edge / 24)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_width(context, 1.8)
        surface.set(color)
        switch self {
        case .lock: Self.drawLock(context)
        case .eye:
            Self.drawEye(context)
            // The stroke stands free of the eye.
            surface.set(background)
            Self.drawStroke(context, width: 4.4)
            surface.set(color)
            Self.drawStroke(context, width: 1.8)
        }
        cairo_restore(context)
    }

    /// A round shackle in a filled body.
    private static func drawLock(_ context: OpaquePointer) {
        cairo_new_path(context)
        cairo_move_to(context, 7.9, 11)
        cairo_line_to(context, 7.9, 6.6)
        cairo_arc(context, 12, 6.6, 4.1, .pi, 2 * .pi)
        cairo_line_to(context, 16.1, 11)
        cairo_stroke(context)
        let (left, top, right, bottom, radius) = (4.6, 10.4, 19.4, 22.4, 2.6)
        cairo_new_path(context)
        cairo_arc(context, right - radius, top + radius, radius, -.pi / 2, 0)
        cairo_arc(context, right - radius, bottom - radius, radius, 0, .pi / 2)
        cairo_arc(context, left + radius, bottom - radius, radius, .pi / 2, .pi)
        cairo_arc(context, left + radius, top + radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(context)
        cairo_fill(context)
    }

    /// Two lids and an iris.
    private static func drawEye(_ context: OpaquePointer) {
        cairo_new_path(context)
        cairo_move_to(context, 1.4, 12)
        cairo_curve_to(context, 4.6, 7.2, 8.2, 5, 12, 5)
        cairo_curve_to(context, 15.8, 5, 19.4, 7.2, 22.6, 12)
        cairo_curve_to(context, 19.4, 16.8, 15.8, 19, 12, 19)
        cairo_curve_to(context, 8.2, 19, 4.6, 16.8, 1.4, 12)
        cairo_close_path(context)
        cairo_stroke(context)
        cairo_arc(context, 12, 12, 3.9, 0, 2 * .pi)
        cairo_fill(context)
    }

    private static func drawStroke(_ context: OpaquePointer, width: Double) {
        cairo_set_line_width(context, width)
        cairo_move_to(context, 4, 3)
        cairo_line_to(context, 20, 21)
        cairo_stroke(context)
    }
}
