/// A chunk of a PNG whose checksum is right.
struct PNGChunk {
    let type: PNGChunkType
    /// Within the file.
    let data: UnsafeRawBufferPointer
}
