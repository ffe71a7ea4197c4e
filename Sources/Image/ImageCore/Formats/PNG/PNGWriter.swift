import BoundedWork
import CLibDeflate
import SecureMemory

/// Writer of a PNG of IHDR, iCCP if there is a profile, IDAT and IEND, with filters and a deflate made for screenshots.
///
/// Strips of the picture reach back to the bytes before them but are deflated each by itself, on several processors, to an IDAT
/// each.
struct PNGWriter {
    let compression: PNGCompression
    let work: WorkContext
    var profile: [UInt8] = []
    var stripCount = FilterPlan.stripCount

    /// Pixels of the longest row whose chunk has a length that PNG can express.
    static let longestEdge = 1 << 28

    func file(of picture: borrowing PixelBuffer) throws(EncodingError) -> SecureBytes {
        try picture.size.check(longestEdge: Self.longestEdge)
        return try mapError(
            work.cancellation.finish { () throws(OutOfMemory) in try write(picture) },
            EncodingError.init
        )
    }

    /// The file of `picture`, whose pixels may have been packed to `format`, and whose colours are `colors` unless that is nil; not
    /// whole once the work is cancelled.
    func write(
        _ picture: borrowing PixelBuffer,
        as format: PixelFormat? = nil,
        knowing colors: consuming ColorTable? = nil
    ) throws(OutOfMemory) -> SecureBytes {
        let format = format ?? picture.format
        guard let indexed = try IndexedPicture(picture, as: format, knowing: colors, work) else {
            return try write(strips(of: picture, as: format))
        }
        let lines = Scanlines(indexed, height: picture.size.height)
        var head = try head(lines, picture.size, depth: UInt8(indexed.depth), colorType: 3)
        try head.append("PLTE", indexed.palette)
        return try write(strips(of: lines, after: head))
    }

    private func write(_ strips: PNGStrips) throws(OutOfMemory) -> SecureBytes {
        try work.perform(PNGSchedule.writing(stripCount: strips.count)) { (piece) throws(OutOfMemory) in
            try strips.perform(piece)
        }
        return try strips.finish()
    }

    /// The strips of a picture without a palette, of which nothing is read yet, and whose rows may be of pixels without the alpha
    /// that `picture` has. It lives as long as they.
    func strips(of picture: borrowing PixelBuffer, as format: PixelFormat) throws(OutOfMemory) -> PNGStrips {
        let lines = Scanlines(picture, as: format)
        return strips(of: lines, after: try head(lines, picture.size, depth: 8, colorType: format == .rgba ? 6 : 2))
    }

    private func strips(of lines: Scanlines, after head: consuming PNGChunkWriter) -> PNGStrips {
        PNGStrips(of: lines, compression, stripCount: stripCount, after: head, work.cancellation)
    }

    /// The chunks before the palette and the image data.
    private func head(
        _ lines: Scanlines,
        _ size: PixelSize,
        depth: UInt8,
        colorType: UInt8
    ) throws(OutOfMemory) -> PNGChunkWriter {
        let byteCount = lines.filteredCount * size.height
        let limit = byteCount + byteCount / 1024 + (64 << 10)
        var file = try PNGChunkWriter(into: SecureBytesBuilder(), atMost: limit)
        try file.append("IHDR", Self.header(size, depth: depth, colorType: colorType))
        if !profile.isEmpty { try file.append("iCCP", Self.profileHead, deflated(profile)) }
        return file
    }

    /// The content of IHDR, of a picture that is not interlaced (PNG, section 11.2.1).
    static func header(_ size: PixelSize, depth: UInt8, colorType: UInt8) -> [UInt8] {
        // The only compression and the only filter method there are.
        UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes + [depth, colorType, 0, 0, 0]
    }

    static let headerByteCount = 13

    /// The name of the profile, the end of the name, and the method, which is zlib (PNG, section 11.3.2.3).
    private static let profileHead = Array("ICC profile".utf8) + [0, 0]

    private func deflated(_ bytes: [UInt8]) throws(OutOfMemory) -> SecureBytes {
        var stream = try SecureBytesBuilder()
        var blocks = try BlockWriter()
        try stream.append(Self.zlibHeader)
        var adler32: UInt32 = 1
        try bytes.span.withUnsafeBufferPointer { (bytes) throws(OutOfMemory) in
            adler32 = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
            let block = DeflateBlock(literals: bytes, sequences: UnsafeBufferPointer(start: nil, count: 0))
            try blocks.write(block, isLast: true, to: &stream)
        }
        try stream.append(adler32.bigEndianBytes)
        return stream.finish()
    }

    /// Deflate with a window of 32 KiB (RFC 1950, section 2.2).
    static let zlibHeader: [UInt8] = [0x78, 0x01]
}
