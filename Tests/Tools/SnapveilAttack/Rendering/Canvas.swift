import CPango
import ImageCore

/// An opaque picture to draw on with Cairo.
struct Canvas: ~Copyable {
    /// Owned, as is the surface that it draws on.
    let context: OpaquePointer
    private let surface: OpaquePointer
    private let size: PixelSize

    /// A canvas of one colour. If there is no memory for it, Cairo draws nothing and ``picture()`` throws.
    init(_ size: PixelSize, background: Color) {
        self.size = size
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height))
        context = cairo_create(surface)
        set(background)
        cairo_paint(context)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Makes `color` the one that is painted with from now on.
    func set(_ color: Color) {
        cairo_set_source_rgb(
            context,
            Double(color.red) / 255,
            Double(color.green) / 255,
            Double(color.blue) / 255
        )
    }

    /// Fills a rectangle with round corners.
    func fillCard(_ rect: PixelRect, radius: Double) {
        let (left, top) = (Double(rect.x) + radius, Double(rect.y) + radius)
        let (right, bottom) = (Double(rect.maxX) - radius, Double(rect.maxY) - radius)
        cairo_new_sub_path(context)
        cairo_arc(context, right, top, radius, -.pi / 2, 0)
        cairo_arc(context, right, bottom, radius, 0, .pi / 2)
        cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
        cairo_arc(context, left, top, radius, .pi, .pi * 3 / 2)
        cairo_close_path(context)
        cairo_fill(context)
    }

    /// The picture of what was drawn.
    ///
    /// - Throws: ``RenderingError/noCanvas``.
    func picture() throws(RenderingError) -> Picture {
        cairo_surface_flush(surface)
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS, let base = cairo_image_surface_get_data(surface) else {
            throw .noCanvas
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var samples: [UInt8] = []
        samples.reserveCapacity(size.area * 3)
        for y in 0..<size.height {
            // CAIRO_FORMAT_RGB24 keeps a pixel in the low bits of a 32-bit word of the machine's own byte order.
            let row = UnsafeRawPointer(base + y * stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<size.width {
                let pixel = row[x]
                samples.append(UInt8(truncatingIfNeeded: pixel >> 16))
                samples.append(UInt8(truncatingIfNeeded: pixel >> 8))
                samples.append(UInt8(truncatingIfNeeded: pixel))
            }
        }
        return Picture(size: size, samples: samples)
    }
}
