import CLibDeflate
import SecureMemory

extension SecureBytes {
    /// The bytes as one gzip member (RFC 1952), about as small as zlib makes them; nil if there is no memory for it.
    ///
    /// What libdeflate takes for its work is not wiped: not for what a client has sent.
    func gzipped() -> SecureBytes? {
        guard let compressor = libdeflate_alloc_compressor(9) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, count)
        guard var output = try? SecureBytesBuilder(capacity: bound) else { return nil }
        let room: ()? = try? output.appendInPlace(minimum: bound) { room in
            withUnsafeBytes { bytes in
                libdeflate_gzip_compress(compressor, bytes.baseAddress, bytes.count, room.baseAddress, room.count)
            }
        }
        guard room != nil, output.count > 0 else { return nil }
        return output.finish()
    }
}
