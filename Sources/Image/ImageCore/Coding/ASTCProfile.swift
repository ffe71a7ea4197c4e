/// How the endpoints of a block are expanded before they are interpolated (Khronos Data Format Specification, section "Weight
/// Application"): samples differ by a bit.
public enum ASTCProfile: String, Sendable, Hashable, CaseIterable, Codable {
    /// Linear, low dynamic range. What iOS names in its snapshots, though their samples are sRGB.
    case linear
    /// sRGB.
    case sRGB
}
