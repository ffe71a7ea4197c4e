/// A TIFF block as EXIF uses it, with the orientation as the second of two entries.
func exifBlock(orientation: UInt16, bigEndian: Bool) -> [UInt8] {
    func short(_ value: UInt16) -> [UInt8] {
        let bytes = [UInt8(value >> 8), UInt8(value & 0xFF)]
        return bigEndian ? bytes : bytes.reversed()
    }
    func long(_ value: UInt32) -> [UInt8] {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        return bigEndian ? bytes : bytes.reversed()
    }
    let order = [UInt8](repeating: UInt8(ascii: bigEndian ? "M" : "I"), count: 2)
    let resolutionUnit = short(0x0128) + short(3) + long(1) + short(2) + short(0)
    let orientation = short(0x0112) + short(3) + long(1) + short(orientation) + short(0)
    return order + short(42) + long(8) + short(2) + resolutionUnit + orientation + long(0)
}

/// The payload of the APP1 marker that holds `block`.
func app1(_ block: [UInt8]) -> [UInt8] {
    Array("Exif\0\0".utf8) + block
}
