/// The table of tags of an ICC profile (ICC.1:2022, section 7.3), read to see what it would cost to use the profile.
struct ProfileTags {
    private let profile: UnsafeRawBufferPointer

    /// - Parameter profile: The bytes of a profile.
    init(_ profile: UnsafeRawBufferPointer) {
        self.profile = profile
    }

    /// Bytes before the table: the header.
    private static let headerByteCount = 128
    /// Name, offset and size.
    private static let entryByteCount = 12
    /// Profiles of displays have about 20.
    private static let maximumCount = 100
    /// A chain of any number of elements, which a few bytes can state, as elements may share theirs. Little CMS goes through
    /// it for every colour. Profiles that have one have plain tags beside it.
    private static let chainOfElements: UInt32 = 0x6D70_6574  // mpet

    /// Whether no tag lets a small profile ask for a large amount of work or memory. A table that is cut off has none.
    var areBounded: Bool {
        guard let count = integer(at: Self.headerByteCount), count <= Self.maximumCount else { return false }
        return (0..<Int(count)).allSatisfy { index in
            let entry = Self.headerByteCount + 4 + index * Self.entryByteCount
            guard let offset = integer(at: entry + 4), let type = integer(at: Int(offset)) else { return false }
            return type != Self.chainOfElements
        }
    }

    private func integer(at offset: Int) -> UInt32? {
        guard offset <= profile.count - 4 else { return nil }
        return UInt32(bigEndian: profile.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
