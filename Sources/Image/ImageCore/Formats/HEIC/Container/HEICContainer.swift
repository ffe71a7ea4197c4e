import BoundedWork
import SecureMemory

struct HEICContainer {
    let meta: HEICMeta
    private let file: UnsafeRawBufferPointer

    /// Reads the whole file, valid as long as this value.
    init(_ file: UnsafeRawBufferPointer) throws(DecodingError) {
        self.file = file
        var boxes = ISOBoxReader(file)
        var meta: ISOBox?
        while let box = try boxes.next() {
            guard box.type != "moov" else { throw .unsupported("a HEIC sequence") }
            guard box.type == "meta" else { continue }
            guard meta == nil else { throw .corrupt("there are two boxes meta") }
            meta = box
        }
        guard let meta else { throw .corrupt("it has no items") }
        self.meta = try HEICMeta(meta)
    }

    /// The item that is the picture; an error if there are other visible ones.
    func primary() throws(DecodingError) -> Int {
        guard let primary = meta.primary, meta.items[primary] != nil else {
            throw .corrupt("no item is marked as the picture")
        }
        var parts: Set<Int> = [primary]
        for reference in meta.references {
            switch reference.type {
            // Parts of an item, and thumbnails, alpha, depth and gain maps of an item.
            case "dimg": parts.formUnion(reference.targets)
            case "thmb", "auxl": parts.insert(reference.source)
            default: break
            }
        }
        let others = meta.items.filter { $1.isPicture && !$1.isHidden && !parts.contains($0) }
        guard others.isEmpty else { throw .unsupported("a HEIC of several pictures") }
        return primary
    }

    func item(_ number: Int) throws(DecodingError) -> HEICItem {
        guard let item = meta.items[number] else { throw .corrupt("an item is missing") }
        return item
    }

    func targets(of type: BoxType, from number: Int) throws(DecodingError) -> [Int] {
        let found = meta.references.filter { $0.type == type && $0.source == number }
        guard found.count <= 1 else { throw .corrupt("an item refers to others twice") }
        return found.first?.targets ?? []
    }

    /// Refuses items that together are longer than the file: items of a file made to cost much may share their bytes.
    func checkBytes(of numbers: [Int]) throws(DecodingError) {
        var byteCount = 0
        for number in numbers { byteCount += try parts(of: number).reduce(0) { $0 + $1.count } }
        guard byteCount <= file.count else { throw .corrupt("its items are longer than the file") }
    }

    func data(of number: Int) throws(DecodingError) -> Data {
        let parts = try parts(of: number)
        guard let first = parts.first else { throw .corrupt("an item has no bytes") }
        guard parts.count > 1 else { return Data(bytes: first, copy: nil) }
        let byteCount = parts.reduce(0) { $0 + $1.count }
        guard byteCount <= file.count else { throw .corrupt("an item is longer than the file") }
        return Data(bytes: first, copy: try mapError(joined(parts), DecodingError.outOfMemory))
    }

    private func parts(of number: Int) throws(DecodingError) -> [UnsafeRawBufferPointer] {
        let location = try item(number).location
        guard location.dataReference == 0 else { throw .unsupported("a HEIC with items in other files") }
        let source: UnsafeRawBufferPointer
        switch location.constructionMethod {
        case 0: source = file
        case 1:
            guard let data = meta.data else { throw .corrupt("it has no box idat") }
            source = data
        default: throw .unsupported("a HEIC with items within items")
        }
        var parts: [UnsafeRawBufferPointer] = []
        for extent in location.extents {
            guard extent.offset <= source.count else { throw .corrupt("an item is beyond the end") }
            let length = extent.length == 0 ? source.count - extent.offset : extent.length
            guard length <= source.count - extent.offset else { throw .corrupt("an item is beyond the end") }
            parts.append(UnsafeRawBufferPointer(rebasing: source[extent.offset..<extent.offset + length]))
        }
        return parts
    }

    private func joined(_ parts: [UnsafeRawBufferPointer]) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: parts.reduce(0) { $0 + $1.count })
        for part in parts { try builder.append(part) }
        return builder.finish()
    }

    struct Data {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let copy: SecureBytes?

        func withBytes<Result>(
            _ body: (UnsafeRawBufferPointer) throws(DecodingError) -> Result
        ) throws(DecodingError) -> Result {
            guard let copy else { return try body(bytes) }
            return try copy.withUnsafeBytes(body)
        }
    }
}

/// The brands in the first box of a file (ISO/IEC 14496-12, section 4.3).
struct HEICBrands {
    private let major: BoxType
    private let compatible: [BoxType]

    /// Brands of single pictures in HEVC, or of their items (ISO/IEC 23008-12, annexes B and 10.2).
    private static let pictures: Set<BoxType> = ["heic", "heix", "heim", "heis", "mif1", "mif2", "miaf", "MiHE"]
    private static let sequences: Set<BoxType> = ["hevc", "hevx", "hevm", "hevs", "msf1"]
    private static let av1: Set<BoxType> = ["avif", "avis", "MA1A", "MA1B"]

    /// The brands in at least the first 12 bytes of a file; nil if it does not begin with them.
    init?(_ file: UnsafeRawBufferPointer) {
        guard file.count >= 12, file.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        let size = Int(file.bigEndianInteger(at: 0))
        major = BoxType(code: file.bigEndianInteger(at: 8))
        let end = min(size, file.count, 16 + 64 * 4)
        compatible = stride(from: 16, through: end - 4, by: 4).map { BoxType(code: file.bigEndianInteger(at: $0)) }
    }

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
