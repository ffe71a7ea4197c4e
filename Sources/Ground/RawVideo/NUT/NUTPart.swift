/// Part of a video in the container NUT.
public enum NUTPart: Sendable, CaseIterable {
    /// The clocks, and the meaning of the first bytes of frames.
    case mainHeader
    /// The format of the frames.
    case streamHeader
    /// Metadata.
    case info
    /// The place from which reading can begin.
    case syncpoint
    /// The places of the syncpoints.
    case index
    /// Size and time stamp of a frame.
    case frameHeader

    /// The 8 bytes that the part begins with; a frame has none.
    var startCode: UInt64? {
        switch self {
        case .mainHeader: 0x4E4D_7A56_1F5F_04AD
        case .streamHeader: 0x4E53_1140_5BF2_F9DB
        case .info: 0x4E49_AB68_B596_BA78
        case .syncpoint: 0x4E4B_E4AD_EECA_4569
        case .index: 0x4E58_DD67_2F23_E64E
        case .frameHeader: nil
        }
    }
}

extension NUTPart: CustomStringConvertible {
    /// The part, with its article.
    public var description: String {
        switch self {
        case .mainHeader: "the main header"
        case .streamHeader: "the stream header"
        case .info: "an info packet"
        case .syncpoint: "a syncpoint"
        case .index: "the index"
        case .frameHeader: "the header of a frame"
        }
    }
}
