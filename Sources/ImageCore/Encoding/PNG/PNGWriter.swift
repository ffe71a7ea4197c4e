import CLibDeflate
import SecureMemory

/// Writes a PNG of IHDR, iCCP if there is a profile, IDAT and IEND, with filters and a deflate of our own that are made for screenshots.
///
/// The picture is cut into strips that reach back to what precedes them but are deflated each by itself, so that several
/// processors can share the work. Each strip becomes one IDAT.
struct PNGWriter {
    /// How hard to try.
    let compression: EncodingOptions.Compression
    /// Threads that work at a time. The file does not depend on it.
    let threads: Int
    /// The ICC profile to write; empty for none.
    var profile: [UInt8] = []
    /// Bytes of filtered rows in a strip, more or less.
    var stripCount = FilterPlan.stripCount

    /// Pixels of the longest row whose chunk has a length that PNG can say.
    static let longestEdge = 1 << 28

    /// The picture as a file.
    ///
    /// - Parameter picture: No edge is longer than ``longestEdge``.
    /// - Throws: ``OutOfMemory``.
    func write(_ picture: borrowing PixelBuffer) throws(OutOfMemory) -> SecureBytes {
        let lines = Scanlines(picture)
        var file = try PNGChunkWriter()
        let size = picture.size
        let colorType: UInt8 = picture.format == .rgba ? 6 : 2
        let header = UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
        try file.append("IHDR", header + [8, colorType, 0, 0, 0])
        if !profile.isEmpty { try file.append("iCCP", Self.profileHead, deflated(profile)) }
        switch compression {
        case .fast: try writeStrips(of: lines, FastMatchFinder.self, to: &file)
        case .balanced: try writeStrips(of: lines, LazyMatchFinder.self, to: &file)
        case .small: try writeStrips(of: lines, CheapestMatchFinder.self, to: &file)
        }
        return try file.finish()
    }

    private func writeStrips<Finder: MatchFinder & ~Copyable>(
        of lines: Scanlines,
        _: Finder.Type,
        to file: inout PNGChunkWriter
    ) throws(OutOfMemory) {
        var plan = FilterPlan(lines, stripCount: stripCount)
        let count = plan.filters.count
        let workers = try StripWorkers<Finder>(count: max(1, min(threads, count)), lines)
        var adler32 = Adler32()
        for start in stride(from: 0, to: count, by: workers.count) {
            let strips = start..<min(start + workers.count, count)
            let filters = try workers.map(strips) { [plan] (encoder, index) in
                encoder.filter(for: plan.rows(index), search: filterSearch)
            }
            plan.filters.replaceSubrange(strips, with: filters)
            let encoded = try workers.map(strips) { [plan] (encoder, index) throws(OutOfMemory) in
                try encoder.encode(index, of: plan)
            }
            for (index, strip) in zip(strips, encoded) {
                adler32.append(strip.adler32, count: strip.filteredCount)
                let head: [UInt8] = index == 0 ? Self.zlibHeader : []
                let tail = index == count - 1 ? adler32.value.bigEndianBytes : []
                try file.append("IDAT", head, strip.bytes, tail)
            }
        }
    }

    /// The name of the profile, the end of the name, and the method, which is zlib (PNG, section 11.3.2.3).
    private static let profileHead = Array("ICC profile".utf8) + [0, 0]

    private func deflated(_ bytes: [UInt8]) throws(OutOfMemory) -> SecureBytes {
        var stream = try SecureBytesBuilder()
        var blocks = try BlockWriter()
        try stream.append(Self.zlibHeader)
        var adler32: UInt32 = 1
        try bytes.span.withUnsafeBufferPointer { (bytes) throws(OutOfMemory) in
            adler32 = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
            try blocks.write(DeflateBlock(literals: bytes), isLast: true, to: &stream)
        }
        try stream.append(adler32.bigEndianBytes)
        return stream.finish()
    }

    /// Deflate with a window of 32 KiB (RFC 1950, section 2.2).
    private static let zlibHeader: [UInt8] = [0x78, 0x01]

    private var filterSearch: FilterSearch {
        switch compression {
        case .fast: FilterSearch(candidates: [.sub, .none, .up], sampleRows: 32)
        case .balanced: FilterSearch(candidates: [.sub, .none, .up], sampleRows: 64)
        case .small: FilterSearch(candidates: PNGFilter.allCases, sampleRows: 64)
        }
    }
}
