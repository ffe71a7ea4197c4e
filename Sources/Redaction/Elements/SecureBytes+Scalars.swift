import SecureMemory

/// Well-formed UTF-8.
extension SecureBytes {
    /// The bytes of some Unicode scalars, as far as there are so many.
    func byteRange(ofScalars scalars: Range<Int>) -> Range<Int> {
        withUnsafeBytes { bytes in
            // Each scalar begins with the one byte of it that is no continuation.
            var starts = bytes.indices.lazy.filter { bytes[$0] & 0xC0 != 0x80 }.makeIterator()
            var (lower, upper, scalar) = (bytes.count, bytes.count, 0)
            while scalar <= scalars.upperBound, let start = starts.next() {
                if scalar == scalars.lowerBound { lower = start }
                if scalar == scalars.upperBound { upper = start }
                scalar += 1
            }
            return lower..<Swift.max(lower, upper)
        }
    }
}
