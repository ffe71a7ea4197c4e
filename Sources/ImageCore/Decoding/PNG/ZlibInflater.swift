import CLibDeflate
import Glibc
import SecureMemory

/// Inflates zlib streams (RFC 1950) through libdeflate, whose tables are wiped when they are freed.
struct ZlibInflater: ~Copyable {
    private let decompressor: OpaquePointer

    /// - Throws: ``OutOfMemory``.
    init() throws(OutOfMemory) {
        _ = Self.wipesMemory
        guard let decompressor = libdeflate_alloc_decompressor() else { throw OutOfMemory(byteCount: 0) }
        self.decompressor = decompressor
    }

    deinit {
        libdeflate_free_decompressor(decompressor)
    }

    /// Whether `stream` is one zlib stream, with nothing after it and a right checksum, that fills `output` exactly.
    ///
    /// Only streams that declare a window of 32 KiB are taken: libdeflate would look back further than a smaller one.
    /// Where zlib refuses a stream for codes that no compressor writes (a code of one symbol, at the bit that it leaves
    /// unused; symbols that do not exist; lengths beyond the last symbol), libdeflate takes it, if the checksum is right.
    func inflate(_ stream: UnsafeRawBufferPointer, filling output: UnsafeMutableRawBufferPointer) -> Bool {
        guard stream.first == 0x78 else { return false }
        var readByteCount = 0
        let result = libdeflate_zlib_decompress_ex(
            decompressor,
            stream.baseAddress,
            stream.count,
            output.baseAddress,
            output.count,
            &readByteCount,
            nil
        )
        return result == LIBDEFLATE_SUCCESS && readByteCount == stream.count
    }

    /// Set before there is anything of libdeflate's, as it asks for.
    private static let wipesMemory: Void = libdeflate_set_memory_allocator(malloc) { memory in
        guard let memory else { return }
        explicit_bzero(memory, malloc_usable_size(memory))
        free(memory)
    }
}
