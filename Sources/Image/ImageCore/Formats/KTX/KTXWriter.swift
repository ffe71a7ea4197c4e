import BoundedWork
import SecureMemory

/// Writes a KTX or ATX of ASTC 4x4 that holds pixels and nothing else.
///
/// The head of an ATX has the fields that are known, and zeros elsewhere.
struct KTXWriter {
    /// How the blocks are held.
    let container: KTXContainer
    private let cancellation: Cancellation

    /// Pixels of the longest edge whose blocks the file can count: 16384 x 16384 pixels take 268 MB.
    static let longestEdge = 16_384

    /// - Parameters:
    ///   - container: How the blocks are held.
    ///   - cancellation: Whether the file is still wanted.
    init(_ container: KTXContainer, _ cancellation: Cancellation) {
        self.container = container
        self.cancellation = cancellation
    }

    /// The picture as a file. It is converted to sRGB, as the file cannot name another space.
    ///
    /// - Throws: ``EncodingError``.
    func file(of picture: borrowing PixelBuffer, in space: ColorSpace = .sRGB) throws(EncodingError) -> SecureBytes {
        try picture.size.check(longestEdge: Self.longestEdge)
        return try mapError(
            cancellation.finish { () throws(OutOfMemory) in
                space == .sRGB ? try write(picture) : try write(converted(picture, from: space))
            },
            EncodingError.init
        )
    }

    private func converted(_ picture: borrowing PixelBuffer, from space: ColorSpace) throws(OutOfMemory) -> PixelBuffer
    {
        var copy = try PixelBuffer(uninitialized: picture.size, format: picture.format)
        for y in (0..<picture.size.height).whileWanted(cancellation) {
            copy.mutableRow(y).update(from: picture.row(y), count: picture.size.width * picture.format.channels)
        }
        try copy.convert(from: space, to: .sRGB, cancellation)
        return copy
    }

    /// Not all of the file once the work is cancelled.
    private func write(_ picture: borrowing PixelBuffer) throws(OutOfMemory) -> SecureBytes {
        let size = picture.size
        switch container.layout {
        case .ktx(let byteOrder, let isCompressed):
            let blocks = try blocks(of: picture, .rows)
            return try ktx(size, byteOrder, isCompressed ? compressed(blocks) : blocks, isCompressed: isCompressed)
        case .atxRows(let isCompressed):
            let blocks = try blocks(of: picture, .rows)
            return try atx(size, isCompressed ? "LZFS" : "astc", isCompressed ? compressed(blocks) : blocks)
        case .atxTiles(let order): return try atx(size, "astc", blocks(of: picture, .tiles(order)))
        }
    }

    /// The blocks of the picture in an order; where it has tiles, whole ones.
    private func blocks(of picture: borrowing PixelBuffer, _ order: BlockOrder) throws(OutOfMemory) -> SecureBytes {
        let byteCount =
            order == .rows
            ? ASTCPicture.byteCount(picture.size) : BlockOrder.paddedCount(picture.size) * ASTCPicture.blockByteCount
        let places = try order.places(picture.size, isPadded: order != .rows)
        let memory = try WipedAllocation(byteCount: byteCount)
        memory.baseAddress.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        let encoder = ASTCBlockEncoder(container.profile)
        let (width, height) = ASTCPicture.blocks(picture.size)
        for row in (0..<height).whileWanted(cancellation) {
            for column in 0..<width {
                let block = encoder.block(picture.texels(column, row))
                let place = memory.baseAddress + Int(places.base[row * width + column]) * ASTCPicture.blockByteCount
                place.storeBytes(of: block.low.littleEndian, as: UInt64.self)
                place.storeBytes(of: block.high.littleEndian, toByteOffset: 8, as: UInt64.self)
            }
        }
        return SecureBytes(memory, count: byteCount)
    }

    /// The stream of LZFSE of blocks.
    private func compressed(_ blocks: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        try blocks.withUnsafeBytes { (blocks) throws(OutOfMemory) in
            var stream = try SecureBytesBuilder(capacity: blocks.count / 4)
            var encoder = try LZFSEEncoder(blocks, cancellation)
            try encoder.encode(to: &stream)
            return stream.finish()
        }
    }

    /// A file of KTX 1.1 (Khronos, KTX File Format Specification 1.1, section 2).
    private func ktx(
        _ size: PixelSize,
        _ byteOrder: KTXContainer.ByteOrder,
        _ payload: SecureBytes,
        isCompressed: Bool
    ) throws(OutOfMemory) -> SecureBytes {
        func bytes(_ number: UInt32) -> [UInt8] {
            byteOrder == .big ? number.littleEndianBytes.reversed() : number.littleEndianBytes
        }
        var key: [UInt8] = []
        if isCompressed {
            let entry = Array(KTXHeader.compressionKey.utf8) + [0]
            key = bytes(UInt32(entry.count)) + entry + [UInt8](repeating: 0, count: (4 - entry.count % 4) % 4)
        }
        let format = KTXFormat.format(container.profile)
        // One level of one face, of no type; a compressed texture has type size 1.
        let fields: [UInt32] = [
            KTXHeader.byteOrderMark, 0, 1, 0, format, KTXFormat.base, UInt32(size.width), UInt32(size.height),
            0, 0, 1, 1, UInt32(key.count),
        ]
        let count = UInt32(payload.count)
        let level = isCompressed ? bytes(count + 8) + KTXHeader.compressionMark + bytes(count) : bytes(count)
        var file = try SecureBytesBuilder(capacity: KTXHeader.byteCount + key.count + level.count + payload.count)
        try file.append(KTXHeader.signature + fields.flatMap(bytes) + key + level)
        try file.append(payload, cancellation)
        return file.finish()
    }

    /// A file of ATX.
    private func atx(_ size: PixelSize, _ tag: String, _ payload: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        var head = [UInt8](repeating: 0, count: ATXHeader.wholeHead)
        func set(_ field: Int, _ number: UInt32) {
            head.replaceSubrange(field..<field + 4, with: number.littleEndianBytes)
        }
        set(ATXHeader.Field.format, KTXFormat.format(container.profile))
        set(ATXHeader.Field.baseFormat, KTXFormat.base)
        set(ATXHeader.Field.width, UInt32(size.width))
        set(ATXHeader.Field.height, UInt32(size.height))
        for field in [ATXHeader.Field.depth, ATXHeader.Field.faces, ATXHeader.Field.levels] { set(field, 1) }
        set(ATXHeader.Field.blockKind, ATXHeader.blockKinds[0].0)
        set(ATXHeader.Field.blockKind + 4, ATXHeader.blockKinds[0].1)
        var file = try SecureBytesBuilder(capacity: payload.count + 256)
        try file.append(ATXHeader.signature)
        try file.append(littleEndian: UInt32(head.count))
        try file.append("HEAD")
        try file.append(head)
        try file.append(littleEndian: UInt32(payload.count + 4))
        try file.append(tag)
        try file.append(littleEndian: UInt32(payload.count))
        try file.append(payload, cancellation)
        try file.append(littleEndian: 0)
        try file.append("END ")
        return file.finish()
    }
}

extension PixelBuffer {
    /// The 16 pixels of a block, with alpha; beyond the edges of the picture, those at them.
    @inline(__always)
    fileprivate borrowing func texels(_ column: Int, _ row: Int) -> InlineArray<16, SIMD4<UInt8>> {
        var texels = InlineArray<16, SIMD4<UInt8>>(repeating: SIMD4(repeating: 255))
        let (channels, edge) = (format.channels, ASTCPicture.blockEdge)
        for y in 0..<edge {
            let line = self.row(min(row * edge + y, size.height - 1))
            for x in 0..<edge {
                let pixel = line + min(column * edge + x, size.width - 1) * channels
                var texel = SIMD4<UInt8>(pixel[0], pixel[1], pixel[2], 255)
                if channels == 4 { texel.w = pixel[3] }
                texels[y * edge + x] = texel
            }
        }
        return texels
    }
}
