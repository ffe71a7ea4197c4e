/// The chunks of an ATX file, the form of most snapshots of iOS. Apple has not documented it; makers of forensic tools found it out
/// from files of devices.
///
/// Behind the signature, each chunk is the length of its content, a tag, and the content. `HEAD` has the fields of the head of KTX
/// from its number of flags on. `LZFS` and `astc`, or `ASTC`, start with a number of bytes.
struct ATXHeader {
    static let signature: [UInt8] = [0x41, 0x41, 0x50, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A]
    private enum Field {
        static let format = 0x10
        static let width = 0x18
        static let height = 0x1C
        static let depth = 0x20
        static let layers = 0x24
        static let faces = 0x28
        static let levels = 0x2C
        static let blockKind = 0x4C
    }

    private static let shortestHead = 0x30
    /// Bytes of a `HEAD` that states the kind of its blocks.
    private static let wholeHead = 0x54
    /// The two numbers at the end of `HEAD` that stand for ASTC 4x4.
    private static let blockKinds: [(UInt32, UInt32)] = [(3, 5), (3, 1), (1, 1)]

    private let bytes: UnsafeRawBufferPointer
    private let head: Range<Int>
    private let position: Int

    /// The chunks up to `HEAD`; nil if it is missing or cut off.
    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        var position = Self.signature.count
        while let chunk = Self.chunk(bytes, at: position) {
            position = chunk.content.upperBound
            guard chunk.tag == Self.tag("HEAD") else { continue }
            guard chunk.content.count >= Self.shortestHead else { return nil }
            head = chunk.content
            self.position = position
            return
        }
        return nil
    }

    var declaredSize: (width: UInt32, height: UInt32) { (field(Field.width), field(Field.height)) }

    /// The texture that the file describes, after a walk through all chunks; `limits` are checked first.
    func texture(_ limits: DecodingLimits) throws(DecodingError) -> KTXTexture {
        let profile = try profile()
        guard field(Field.depth) <= 1, field(Field.layers) <= 1, field(Field.faces) <= 1, field(Field.levels) <= 1
        else {
            throw .unsupported("an ATX texture of more than one picture")
        }
        let size = try limits.check(width: declaredSize.width, height: declaredSize.height)
        var (position, payload, packing) = (self.position, Range<Int>?.none, KTXTexture.Packing.atxPlain)
        while position < bytes.count {
            guard let chunk = Self.chunk(bytes, at: position) else { throw .truncatedKTX }
            position = chunk.content.upperBound
            switch chunk.tag {
            case Self.tag("astc"), Self.tag("ASTC"): packing = .atxPlain
            case Self.tag("LZFS"): packing = .atxCompressed
            default: continue
            }
            guard payload == nil else { throw .unsupported("an ATX texture of more than one picture") }
            guard chunk.content.count >= 4 else { throw .truncatedKTX }
            payload = chunk.content.dropFirst(4)
        }
        guard let payload else { throw .corrupt("the ATX file has no blocks") }
        return KTXTexture(size: size, profile: profile, orientation: .up, payload: payload, packing: packing)
    }

    private func profile() throws(DecodingError) -> ASTCProfile {
        if let profile = KTXFormat.profile(field(Field.format)) { return profile }
        // Without a format of OpenGL, the kind of the blocks has to be known.
        guard !KTXFormat.otherFootprints.contains(field(Field.format)), head.count >= Self.wholeHead else {
            throw .unsupported("an ATX texture that is not ASTC 4x4")
        }
        let kind = (field(Field.blockKind), field(Field.blockKind + 4))
        guard Self.blockKinds.contains(where: { $0 == kind }) else {
            throw .unsupported("an ATX texture that is not ASTC 4x4")
        }
        return .linear
    }

    private func field(_ offset: Int) -> UInt32 { bytes.littleEndian(UInt32.self, at: head.lowerBound + offset) }

    /// The chunk at `position`; nil if it is cut off.
    private static func chunk(_ bytes: UnsafeRawBufferPointer, at position: Int) -> (tag: UInt32, content: Range<Int>)?
    {
        guard bytes.count - position >= 8 else { return nil }
        let count = Int(bytes.littleEndian(UInt32.self, at: position))
        guard count <= bytes.count - position - 8 else { return nil }
        return (bytes.littleEndian(UInt32.self, at: position + 4), position + 8..<position + 8 + count)
    }

    private static func tag(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
