public import SecureMemory

extension PixelSize {
    /// The size that a PNG or JPEG declares before its pixels, as it is stored, to tell what it will cost. Nil for a file that
    /// declares none, which no decoder takes. Says nothing of whether the file is whole.
    public init?(declaredBy file: SecureBytes) {
        let size = file.withUnsafeBytes { bytes -> PixelSize? in
            switch try? ImageFormat.detect(bytes) {
            case .png: Self.png(bytes)
            case .jpeg: Self.jpeg(bytes)
            case nil: nil
            }
        }
        guard let size else { return nil }
        self = size
    }

    /// Of IHDR, which is the first chunk (PNG, section 11.2.1).
    private static func png(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        guard bytes.count >= 24 else { return nil }
        let width = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
        let height = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self))
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Of the first frame header (ITU-T T.81, section B.2.2).
    private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        var position = 2
        while position + 9 <= bytes.count {
            guard bytes[position] == 0xFF else { return nil }
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
            } else if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let height = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: position + 5, as: UInt16.self))
                let width = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: position + 7, as: UInt16.self))
                return PixelSize(width: Int(width), height: Int(height))
            } else {
                let length = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: position + 2, as: UInt16.self))
                position += 2 + Int(length)
            }
        }
        return nil
    }
}
