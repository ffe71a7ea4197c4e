/// Bounds on what a page source may cost.
public struct HierarchyLimits: Sendable, Equatable {
    /// How many bytes the source may have.
    public var byteCount: Int
    /// How deep elements may be nested.
    public var depth: Int
    /// How many elements there may be.
    public var elementCount: Int
    /// How many attributes one element may have.
    public var attributeCount: Int

    /// Sets the bounds. The defaults are far beyond what a screen has.
    public init(
        byteCount: Int = 8 << 20,
        depth: Int = 512,
        elementCount: Int = 50_000,
        attributeCount: Int = 256
    ) {
        self.byteCount = byteCount
        self.depth = depth
        self.elementCount = elementCount
        self.attributeCount = attributeCount
    }
}
