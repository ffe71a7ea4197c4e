import BoundedWork
import CPango
import ImageCore
import SecureMemory

extension MessageLayout {
    /// Draws the pixels of ``frame``, all opaque. Once it is cancelled, not all of them are drawn.
    ///
    /// - Throws: ``OutOfMemory``.
    func draw(in palette: Palette, _ cancellation: Cancellation = Cancellation()) throws(OutOfMemory) -> PixelBuffer {
        // Band by band, so that a message that fills a picture does not take the memory of two.
        let bandHeight = min(max(1_000_000 / frame.width, 1), frame.height)
        let surface = try DrawingSurface(width: frame.width, height: bandHeight)
        return try PixelBuffer.rows(of: frame.size, format: .rgb, cancellation) { (y, row) throws(OutOfMemory) in
            if y % bandHeight == 0 {
                draw(in: palette, on: surface, from: y)
                try surface.finish()
            }
            surface.copyRow(y % bandHeight, to: row)
        }
    }

    /// Draws the rows of the frame from `top` on.
    private func draw(in palette: Palette, on surface: borrowing DrawingSurface, from top: Int) {
        let context = surface.context
        surface.set(palette.background)
        cairo_paint(context)
        cairo_save(context)
        cairo_translate(context, origin.x - Double(frame.x), origin.y - Double(frame.y + top))
        cairo_scale(context, scale, scale)
        if let symbol = arrangement.symbol {
            symbol.draw(edge: Words.symbolEdge, color: palette.text, background: palette.background, on: surface)
        }
        surface.set(palette.title)
        words.title?.draw(top: arrangement.titleTop, on: surface)
        surface.set(palette.text)
        words.text.draw(top: arrangement.textTop, on: surface)
        cairo_restore(context)
    }
}

extension TextLayout {
    /// Draws the lines in the current colour, their middle at the origin.
    fileprivate func draw(top: Double, on surface: borrowing DrawingSurface) {
        cairo_move_to(surface.context, -wrapWidth / 2, top)
        pango_cairo_show_layout(surface.context, layout)
    }
}
