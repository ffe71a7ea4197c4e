/// How a KTX snapshot holds its blocks, so that it can be written back in the same way.
public struct KTXContainer: Sendable, Hashable, Codable {
    /// The file round the blocks, and the order of the blocks in it.
    public enum Layout: Sendable, Hashable, Codable {
        /// KTX 1.1 of Khronos, row by row.
        case ktx(ByteOrder, isCompressed: Bool)
        /// ATX of Apple, row by row.
        case atxRows(isCompressed: Bool)
        /// ATX of Apple, in tiles of 32x32 blocks.
        case atxTiles(MortonOrder)
    }

    /// Which byte of a number comes first.
    public enum ByteOrder: String, Sendable, Hashable, CaseIterable, Codable {
        /// The lowest.
        case little
        /// The highest.
        case big
    }

    /// Which coordinate of a block has the lowest bit of its place within a tile. The bits of the other stand between.
    public enum MortonOrder: String, Sendable, Hashable, CaseIterable, Codable {
        /// The column.
        case columnFirst
        /// The row.
        case rowFirst
    }

    /// The file round the blocks, and their order.
    public var layout: Layout
    /// How endpoints are expanded.
    public var profile: ASTCProfile

    /// A container of a layout.
    ///
    /// - Parameters:
    ///   - layout: The file round the blocks, and their order.
    ///   - profile: How endpoints are expanded.
    public init(_ layout: Layout, profile: ASTCProfile = .linear) {
        self.layout = layout
        self.profile = profile
    }

    /// What a picture is written to that was no KTX: KTX 1.1 with compressed blocks.
    public static let standard = KTXContainer(.ktx(.little, isCompressed: true))
}
