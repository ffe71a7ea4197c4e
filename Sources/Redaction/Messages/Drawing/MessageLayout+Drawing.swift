import BoundedWork
import CPango
import ImageCore
import SecureMemory

extension MessageLayout {
    /// Draws the pixels of ``frame``, all opaque; not all of them once it is cancelled.
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

extension Symbol {
    /// Draws the symbol of lines in `color`, its top edge in the middle of the origin; `edge` is its width and height.
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

/// Memory of our own that Cairo draws on, wiped when it is released.
struct DrawingSurface: ~Copyable {
    /// The context of the drawing; its surface belongs to this value as well.
    let context: OpaquePointer
    private let surface: OpaquePointer
    private let memory: WipedAllocation
    private let width: Int
    private let stride: Int

    init(width: Int, height: Int) throws(OutOfMemory) {
        let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, Int32(clamping: width)))
        guard stride > 0 else { throw OutOfMemory(byteCount: .max) }
        let memory = try WipedAllocation(byteCount: stride * height)
        guard
            let surface = cairo_image_surface_create_for_data(
                memory.baseAddress.assumingMemoryBound(to: UInt8.self),
                CAIRO_FORMAT_RGB24,
                Int32(clamping: width),
                Int32(clamping: height),
                Int32(clamping: stride)
            ),
            let context = cairo_create(surface)
        else { throw OutOfMemory(byteCount: stride * height) }
        self.context = context
        self.surface = surface
        self.memory = memory
        self.width = width
        self.stride = stride
    }

    deinit {
        cairo_destroy(context)
        // Cairo lets go of the memory here.
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    func set(_ color: Color) {
        cairo_set_source_rgb(context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    }

    /// Ends the drawing, so that its pixels can be read.
    ///
    /// - Throws: ``OutOfMemory``, the only way in which drawing can fail.
    func finish() throws(OutOfMemory) {
        cairo_surface_flush(surface)
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS else { throw OutOfMemory.unknown }
    }

    /// Writes row `y` as RGB to `pixels`, which has room for the width.
    func copyRow(_ y: Int, to pixels: UnsafeMutableBufferPointer<UInt8>) {
        precondition(pixels.count >= width * 3, "there is no room for the row")
        // A pixel stands in the low bits of a word of the machine's own byte order.
        let row = (memory.baseAddress + y * stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width {
            let pixel = row[x]
            pixels[x &* 3] = UInt8(truncatingIfNeeded: pixel >> 16)
            pixels[x &* 3 &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
            pixels[x &* 3 &+ 2] = UInt8(truncatingIfNeeded: pixel)
        }
    }
}
