import CLibDeflate

/// The data of the chunks of `file`, as far as there are any, and their types.
private func chunks(of file: [UInt8]) -> [(type: ArraySlice<UInt8>, data: Range<Int>)] {
    var chunks: [(ArraySlice<UInt8>, Range<Int>)] = []
    var start = 8
    while start + 12 <= file.count {
        let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= file.count - start - 12 else { break }
        chunks.append((file[start + 4..<start + 8], start + 8..<start + 8 + length))
        start += 12 + length
    }
    return chunks
}

/// Gives every chunk the checksum that is right for it.
func repairChunkChecksums(of file: inout [UInt8]) {
    for chunk in chunks(of: file) {
        let body = Array(file[chunk.data.lowerBound - 4..<chunk.data.upperBound])
        write(
            libdeflate_crc32(0, body, body.count),
            to: &file,
            at: Array(chunk.data.upperBound..<chunk.data.upperBound + 4)
        )
    }
}

/// Gives the zlib stream in the IDAT chunks the checksum that is right for it, if it inflates.
func repairStreamChecksum(of file: inout [UInt8]) {
    let positions = chunks(of: file).filter { $0.type.elementsEqual("IDAT".utf8) }.flatMap(\.data)
    guard positions.count > 6, let decompressor = libdeflate_alloc_decompressor() else { return }
    defer { libdeflate_free_decompressor(decompressor) }
    let deflated = positions[2...].map { file[$0] }
    var output = [UInt8](repeating: 0, count: 1 << 18)
    var (readCount, count) = (0, 0)
    let result = libdeflate_deflate_decompress_ex(
        decompressor,
        deflated,
        deflated.count,
        &output,
        output.count,
        &readCount,
        &count
    )
    guard result == LIBDEFLATE_SUCCESS, readCount + 6 <= positions.count else { return }
    write(libdeflate_adler32(1, output, count), to: &file, at: Array(positions[(readCount + 2)..<(readCount + 6)]))
}

private func write(_ value: UInt32, to file: inout [UInt8], at positions: [Int]) {
    for (index, position) in positions.enumerated() {
        file[position] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index))
    }
}
