import BoundedWork
import CLibDeflate
import SecureMemory
import Synchronization

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

    private func write(_ picture: borrowing PixelBuffer) throws(OutOfMemory) -> SecureBytes {
        var file = try PNGChunkWriter(atMost: Self.worstCase(of: picture))
        if let indexed = try IndexedPicture(picture, work.cancellation) {
            try writeHead(picture.size, depth: UInt8(indexed.depth), colorType: 3, to: &file)
            try file.append("PLTE", indexed.palette)
            try writeStrips(of: Scanlines(indexed, height: picture.size.height), to: &file)
        } else {
            try writeHead(picture.size, depth: 8, colorType: picture.format == .rgba ? 6 : 2, to: &file)
            try writeStrips(of: Scanlines(picture), to: &file)
        }
        return try file.finish()
    }

    private static func worstCase(of picture: borrowing PixelBuffer) -> Int {
        let count = Scanlines(picture).filteredCount * picture.size.height
        return count + count / 1024 + (64 << 10)
    }

    private func writeHead(
        _ size: PixelSize,
        depth: UInt8,
        colorType: UInt8,
        to file: inout PNGChunkWriter
    ) throws(OutOfMemory) {
        let header = UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
        try file.append("IHDR", header + [depth, colorType, 0, 0, 0])
        if !profile.isEmpty { try file.append("iCCP", Self.profileHead, deflated(profile)) }
    }

    private func writeStrips(of lines: Scanlines, to file: inout PNGChunkWriter) throws(OutOfMemory) {
        switch compression {
        case .fast:
            let plan = try plan(lines, .fast, FastMatchFinder.self)
            try writeStrips(of: plan, FastMatchFinder.self, lines, to: &file)
        case .balanced:
            let plan = try plan(lines, .balanced, FastMatchFinder.self)
            try writeStrips(of: plan, LazyMatchFinder.self, lines, to: &file)
        case .small:
            let plan = try plan(lines, .small, LazyMatchFinder.self)
            try writeStrips(of: plan, CheapestMatchFinder.self, lines, to: &file)
        }
    }

    private func plan<Finder: MatchFinder & ~Copyable>(
        _ lines: Scanlines,
        _ trial: FilterTrial,
        _: Finder.Type
    ) throws(OutOfMemory) -> FilterPlan {
        let cancellation = work.cancellation
        let searches = StripWorkers { () throws(OutOfMemory) in
            try FilterSearch<Finder>(lines, trial, cancellation)
        }
        var plan = FilterPlan(lines, stripCount: stripCount, bands: trial.bands)
        plan.strips = try work.map(plan.strips.count) { [plan] (index) throws(OutOfMemory) in
            guard !cancellation.isCancelled else { return plan.strips[index] }
            return try searches.withOne { $0.strip(for: plan.bands(index)) }
        }
        return plan
    }

    private func writeStrips<Finder: MatchFinder & ~Copyable>(
        of plan: FilterPlan,
        _: Finder.Type,
        _ lines: Scanlines,
        to file: inout PNGChunkWriter
    ) throws(OutOfMemory) {
        let cancellation = work.cancellation
        let encoders = StripWorkers { () throws(OutOfMemory) in try StripEncoder<Finder>(lines, cancellation) }
        let count = plan.strips.count
        let order = Mutex(StripOrder())
        _ = try work.map(count) { (index) throws(OutOfMemory) in
            guard !cancellation.isCancelled else { return }
            let strip = try encoders.withOne { (encoder) throws(OutOfMemory) in try encoder.encode(index, of: plan) }
            try order.withLock { (order) throws(OutOfMemory) in
                try order.insert(strip, at: index, cancellation) { (strip, index, adler32) throws(OutOfMemory) in
                    let head: [UInt8] = index == 0 ? Self.zlibHeader : []
                    let tail = index == count - 1 ? adler32.bigEndianBytes : []
                    try file.append("IDAT", head, strip.bytes, tail)
                }
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
            let block = DeflateBlock(literals: bytes, sequences: UnsafeBufferPointer(start: nil, count: 0))
            try blocks.write(block, isLast: true, to: &stream)
        }
        try stream.append(adler32.bigEndianBytes)
        return stream.finish()
    }

    /// Deflate with a window of 32 KiB (RFC 1950, section 2.2).
    private static let zlibHeader: [UInt8] = [0x78, 0x01]
}
