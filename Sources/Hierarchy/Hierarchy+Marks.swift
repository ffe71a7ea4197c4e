extension Hierarchy {
    /// Which elements are marked, by themselves or with one that holds them.
    ///
    /// - Parameter marks: Whether each element is marked by itself.
    public func includingHeld(_ marks: [Bool]) -> [Bool] {
        var end = 0
        return marks.indices.map { index in
            if marks[index] { end = max(end, elements[index].end) }
            return index < end
        }
    }
}
