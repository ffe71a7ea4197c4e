import ImageCore

extension Policy {
    /// The policy that covers the frames of a page that cannot be looked into, too: they may hold whatever it is for.
    ///
    /// - Throws: ``PolicyError/invalid(_:)`` for a policy that has no room for another rule.
    public func coveringClosedFrames() throws(PolicyError) -> Policy {
        guard takesSources else { return self }
        return try replacing(rules: rules + [Rule(.elements(.path(Self.closedFrames)), .fill(.black), atLeast: 0)])
    }

    /// The roles of such frames in the boxes that harnesses collect.
    private static let closedFrames = ElementPath(constant: "//frame | //elsewhere")
}
