import SecureMemory

/// Well-formed UTF-8.
extension SecureBytes {
    /// The bytes of some Unicode scalars, as far as there are so many, found in one walk over the text.
    ///
    /// - Parameter ranges: None of them begins before the one ahead of it ends.
    func byteRanges(ofScalars ranges: [Range<Int>]) -> [Range<Int>] {
        withUnsafeBytes { bytes in
            var (byte, scalar) = (0, 0)
            func advance(to end: Int) -> Int {
                while scalar < end, byte < bytes.count {
                    // Each scalar begins with the one byte of it that is no continuation.
                    repeat { byte += 1 } while byte < bytes.count && bytes[byte] & 0xC0 == 0x80
                    scalar += 1
                }
                return byte
            }
            return ranges.map { advance(to: $0.lowerBound)..<advance(to: $0.upperBound) }
        }
    }
}
