/// What a name may hold (Namespaces in XML 1.0, production 4: a name of XML 1.0, fifth edition, without colons).
enum NameCharacters {
    static func canStart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.properties.isAlphabetic || scalar == "_" }
        return starts.contains { $0.contains(scalar.value) }
    }

    static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
        if canStart(scalar) { return true }
        if scalar.isASCII { return ("0"..."9").contains(scalar) || scalar == "-" || scalar == "." }
        return [0xB7...0xB7, 0x300...0x36F, 0x203F...0x2040].contains { $0.contains(scalar.value) }
    }

    private static let starts: [ClosedRange<UInt32>] = [
        0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
        0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF,
    ]
}
