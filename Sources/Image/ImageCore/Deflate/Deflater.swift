package import BoundedWork
package import SecureMemory

/// Deflate (RFC 1951) of bytes of any kind, in wiped memory. The same bytes always become the same ones.
package enum Deflater {
    private typealias Finder = LazyMatchFinder

    /// `bytes` as a deflate stream, which may be longer than they are.
    package static func deflate(
        _ bytes: SecureBytes,
        _ cancellation: Cancellation
    ) throws(WorkFailure) -> SecureBytes {
        try cancellation.finish { () throws(OutOfMemory) in
            try bytes.withUnsafeBytes { (bytes) throws(OutOfMemory) in try deflate(bytes, cancellation) }
        }
    }

    private static func deflate(
        _ bytes: UnsafeRawBufferPointer,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> SecureBytes {
        let reach = DeflateAlphabet.longestDistance
        let chunkCount = min(bytes.count, Finder.chunkCount)
        let window = try WipedBuffer<UInt8>(count: reach + chunkCount + Finder.overread)
        window.all.update(repeating: 0)
        var symbols = try SymbolBuffer(
            literals: chunkCount + Finder.symbolsOfBlock,
            sequences: chunkCount / Finder.shortestMatch + 1 + Finder.symbolsOfBlock
        )
        var finder = try Finder(rowDistance: 1, pixelDistance: 1, capacity: chunkCount, cancellation: cancellation)
        finder.reset()
        var blocks = try BlockWriter()
        var output = try SecureBytesBuilder(capacity: bytes.count / 4)
        var end = 0
        repeat {
            let start = end
            let first = max(0, start - reach)
            end = min(start + Finder.chunkCount, bytes.count)
            UnsafeMutableRawBufferPointer(window.all).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[first..<end])
            )
            finder.find(window.base, start - first..<end - first, offset: first + 2 * reach, into: &symbols)
            let isLast = end == bytes.count
            if isLast || symbols.block.symbolCount >= Finder.symbolsOfBlock {
                try blocks.write(&symbols, of: &finder, isLast: isLast, to: &output)
            }
        } while end < bytes.count && !cancellation.isCancelled
        return output.finish()
    }
}
