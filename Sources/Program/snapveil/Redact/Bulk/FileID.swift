/// The identifier of a file: the first half of the SHA-256 of its relative path.
struct FileID: Sendable, Hashable {
    /// The 16 bytes.
    let bytes: [UInt8]

    static let byteCount = 16

    init(_ path: TreePath) {
        bytes = Array(Digest(of: path.bytes).bytes.prefix(Self.byteCount))
    }

    /// Reads a text of ``hexadecimal``; nil for anything else.
    init?(hexadecimal digits: some Collection<UInt8>) {
        guard digits.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        var isUpperHalf = true
        for digit in digits {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if isUpperHalf { bytes.append(value << 4) } else { bytes[bytes.count - 1] |= value }
            isUpperHalf.toggle()
        }
        self.bytes = bytes
    }

    var hexadecimal: String { bytes.hexadecimal }

    /// The first 8 bytes as a number, the first byte the most significant.
    var number: UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

extension FileStamp {
    func add(to hasher: inout Digest.Hasher) {
        for number in numbers { withUnsafeBytes(of: number.bigEndian) { hasher.add($0) } }
    }
}
