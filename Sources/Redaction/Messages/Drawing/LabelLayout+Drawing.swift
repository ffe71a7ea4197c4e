import CPango
import ImageCore
import SecureMemory

extension LabelLayout {
    /// Draws the pixels of ``frame``: white on black.
    func draw() throws(OutOfMemory) -> PixelBuffer {
        let surface = try DrawingSurface(width: frame.width, height: frame.height)
        let context = surface.context
        surface.set(.black)
        cairo_paint(context)
        cairo_translate(context, origin.x - Double(frame.x), origin.y - Double(frame.y))
        cairo_scale(context, scale, scale)
        surface.set(.white)
        cairo_move_to(context, 0, 0)
        pango_cairo_show_layout(context, line.layout)
        try surface.finish()
        return try PixelBuffer.rows(of: frame.size, format: .rgb) { (y, row) throws(OutOfMemory) in
            surface.copyRow(y, to: row)
        }
    }
}
