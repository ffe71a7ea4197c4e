public import Redaction

extension Policy {
    /// Refuses a policy that takes a detector where there is none.
    ///
    /// - Parameter hasDetector: Whether there is one.
    /// - Throws: ``PolicyError/detectorMissing(_:)``.
    public func check(hasDetector: Bool) throws(PolicyError) {
        guard !hasDetector, let pointer = pointerToSight else { return }
        throw .detectorMissing(pointer)
    }
}
