import CLibDeflate

/// A zlib stream by libdeflate, with blocks of whatever type is the smallest.
///
/// - Parameter level: 0, which compresses nothing, to 12.
func zlibCompressed(_ bytes: [UInt8], level: Int32) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(level) else { preconditionFailure("there is no such level") }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        count = libdeflate_zlib_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
    }
}

/// The type of the first block: 0 stored, 1 with the fixed codes, 2 with codes of its own (RFC 1951, section 3.2.3).
func firstBlockType(ofZlib stream: [UInt8]) -> UInt8 { stream[2] >> 1 & 3 }

/// The zlib stream with a checksum that is right for what it inflates to; as it is if it does not inflate.
///
/// - Parameter byteCount: Most bytes that it may inflate to.
func zlibRepaired(_ stream: [UInt8], byteCount: Int) -> [UInt8] {
    guard stream.count > 6, let decompressor = libdeflate_alloc_decompressor() else { return stream }
    defer { libdeflate_free_decompressor(decompressor) }
    let deflated = Array(stream[2..<stream.count - 4])
    var output = [UInt8](repeating: 0, count: byteCount)
    var count = 0
    let result = libdeflate_deflate_decompress(decompressor, deflated, deflated.count, &output, byteCount, &count)
    guard result == LIBDEFLATE_SUCCESS else { return stream }
    return stream.dropLast(4) + bigEndian(libdeflate_adler32(1, output, count))
}
