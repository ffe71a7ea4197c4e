/// What a file says of its kind in its first box (ISO/IEC 14496-12, section 4.3).
struct HEICBrands {
    private let major: BoxType
    private let compatible: [BoxType]

    /// Brands of single pictures in HEVC, or in what their items say (ISO/IEC 23008-12, annexes B and 10.2).
    private static let pictures: Set<BoxType> = ["heic", "heix", "heim", "heis", "mif1", "mif2", "miaf", "MiHE"]
    /// Brands of sequences of pictures.
    private static let sequences: Set<BoxType> = ["hevc", "hevx", "hevm", "hevs", "msf1"]
    /// Brands of pictures in AV1.
    private static let av1: Set<BoxType> = ["avif", "avis", "MA1A", "MA1B"]

    /// The brands of a file, of which all, or the beginning, is there; nil if it does not begin with them.
    ///
    /// - Parameter file: At least its first 12 bytes.
    init?(_ file: UnsafeRawBufferPointer) {
        guard file.count >= 12, file.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        let size = Int(file.bigEndianInteger(at: 0))
        major = BoxType(code: file.bigEndianInteger(at: 8))
        // More than any file has.
        let end = min(size, file.count, 16 + 64 * 4)
        compatible = stride(from: 16, through: end - 4, by: 4).map { BoxType(code: file.bigEndianInteger(at: $0)) }
    }

    /// Whether the file may hold a picture that is read.
    ///
    /// - Throws: ``DecodingError/unsupported(_:)`` for what is known to be something else.
    func check() throws(DecodingError) {
        if Self.av1.contains(major) { throw .unsupported("an AVIF") }
        if Self.sequences.contains(major) { throw .unsupported("a HEIC sequence") }
        if Self.pictures.contains(major) {
            let isOther = !Self.av1.isDisjoint(with: compatible) && !compatible.contains("heic")
            guard !isOther || compatible.contains("heix") else { throw .unsupported("an AVIF") }
            return
        }
        guard Self.pictures.isDisjoint(with: compatible) else { return }
        let isPicture = ["crx ", "jpeg", "avci", "j2ki", "vvic"].contains(major)
        if isPicture { throw .unsupported("a picture of the brand \(major)") }
        throw .unsupported("a video")
    }
}
