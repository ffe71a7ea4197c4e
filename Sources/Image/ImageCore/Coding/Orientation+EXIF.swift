extension Orientation {
    /// The orientation in a TIFF block, as PNG's eXIf chunk and JPEG's APP1 marker hold it (EXIF 2.32, section 4.6.4).
    ///
    /// Metadata is a hint: where there is none, or none that makes sense, the picture is taken as stored.
    init(exif bytes: UnsafeBufferPointer<UInt8>) {
        self = TIFFBlock(bytes).flatMap { $0.shortValue(ofTag: 0x0112) }.flatMap(Orientation.init) ?? .up
    }
}

/// The first directory of a TIFF block, read with every offset checked.
private struct TIFFBlock {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isBigEndian: Bool

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (UInt8(ascii: "I"), UInt8(ascii: "I")): isBigEndian = false
        case (UInt8(ascii: "M"), UInt8(ascii: "M")): isBigEndian = true
        default: return nil
        }
        self.bytes = bytes
        guard short(at: 2) == 42 else { return nil }
    }

    /// The value of an entry of one SHORT.
    func shortValue(ofTag tag: UInt16) -> UInt16? {
        guard let directory = long(at: 4), let entries = short(at: directory) else { return nil }
        for entry in 0..<Int(entries) {
            let offset = directory + 2 + entry * 12
            guard let found = short(at: offset), let type = short(at: offset + 2) else { return nil }
            if found == tag { return type == 3 && long(at: offset + 4) == 1 ? short(at: offset + 8) : nil }
        }
        return nil
    }

    private func long(at offset: Int) -> Int? {
        guard let first = short(at: offset), let second = short(at: offset + 2) else { return nil }
        return isBigEndian ? Int(first) << 16 | Int(second) : Int(second) << 16 | Int(first)
    }

    private func short(at offset: Int) -> UInt16? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}
