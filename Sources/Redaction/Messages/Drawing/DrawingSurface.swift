import CPango
import ImageCore
import SecureMemory

/// Memory of our own that Cairo draws on, wiped when it is released.
struct DrawingSurface: ~Copyable {
    /// The context to draw with. The surface that it draws on belongs to this value as well.
    let context: OpaquePointer
    private let surface: OpaquePointer
    private let memory: WipedAllocation
    private let width: Int
    private let stride: Int

    /// Makes a surface of `width` x `height` pixels.
    ///
    /// - Throws: ``OutOfMemory``.
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

    /// Makes `color` the one that is painted with from now on.
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
