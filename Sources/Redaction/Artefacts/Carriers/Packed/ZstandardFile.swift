import BoundedWork
import CLibZstd
import SecureMemory

/// A single file that Zstandard packed (RFC 8878): one frame or several, one after the other.
enum ZstandardFile {
    private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// Bytes for a unit of the budget.
    private static let bytesOfUnit = 64
    /// The level that is fast and packs well; the one that the library takes by default.
    private static let level: Int32 = 3

    static func isOne(_ file: UnsafeRawBufferPointer) -> Bool { file.starts(with: magic) }

    /// Whether a file goes on behind its first frame, maybe with frames that are passed over and hold anything.
    static func holdsMore(_ file: UnsafeRawBufferPointer) -> Bool {
        ZSTD_findFrameCompressedSize(file.baseAddress, file.count) != file.count
    }

    /// The bytes that a file unpacks to. Checksums are checked where frames have them.
    static func contents(
        of file: SecureBytes,
        _ limits: ZipLimits,
        budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        try PackedFile.growing(from: file.count, limits) { (room) throws(ContentFailure) in
            try mapError(budget.spend((file.count + room) / bytesOfUnit), ContentFailure.unfinished)
            return try mapError(unpack(file, room), ContentFailure.outOfMemory)
        }
    }

    /// The contents; nil if they are more than `room`, or the file is damaged.
    private static func unpack(_ file: SecureBytes, _ room: Int) throws(OutOfMemory) -> SecureBytes? {
        let workspace = try WipedAllocation(byteCount: ZSTD_estimateDCtxSize())
        let contents = try WipedAllocation(byteCount: room)
        guard let context = ZSTD_initStaticDCtx(workspace.baseAddress, workspace.byteCount) else {
            throw OutOfMemory(byteCount: workspace.byteCount)
        }
        let count = file.withUnsafeBytes { bytes in
            ZSTD_decompressDCtx(context, contents.baseAddress, room, bytes.baseAddress, bytes.count)
        }
        guard ZSTD_isError(count) == 0 else { return nil }
        return SecureBytes(contents, count: count)
    }

    /// Contents as a file of one frame.
    static func packed(
        _ contents: SecureBytes,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes {
        guard !cancellation.isCancelled else { throw .unfinished(.cancelled) }
        return try mapError(pack(contents), ContentFailure.outOfMemory)
    }

    private static func pack(_ contents: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        let workspace = try WipedAllocation(byteCount: ZSTD_estimateCCtxSize(level))
        let file = try WipedAllocation(byteCount: ZSTD_compressBound(contents.count))
        guard let context = ZSTD_initStaticCCtx(workspace.baseAddress, workspace.byteCount) else {
            throw OutOfMemory(byteCount: workspace.byteCount)
        }
        let count = contents.withUnsafeBytes { bytes in
            ZSTD_compressCCtx(context, file.baseAddress, file.byteCount, bytes.baseAddress, bytes.count, level)
        }
        guard ZSTD_isError(count) == 0 else { throw OutOfMemory(byteCount: file.byteCount) }
        return SecureBytes(file, count: count)
    }
}
