/// Which elements are covered, by themselves or by one that holds them.
struct Coverage {
    private var isCovered: [Bool]
    private var holdsCovered: [Bool]
    private var isCoveredField: [Bool]

    /// - Parameters:
    ///   - covered: Indices of elements that are covered, with all that they hold.
    ///   - hierarchy: That of the elements.
    init(of covered: [Int], in hierarchy: Hierarchy) {
        let elements = hierarchy.elements
        isCovered = Array(repeating: false, count: elements.count)
        (holdsCovered, isCoveredField) = (isCovered, isCovered)
        for index in covered { isCovered[index] = true }
        var end = 0
        for index in elements.indices {
            if isCovered[index] {
                end = max(end, elements[index].end)
                var parent = elements[index].parent
                while let holder = parent, !holdsCovered[holder] {
                    holdsCovered[holder] = true
                    parent = elements[holder].parent
                }
            }
            isCovered[index] = index < end
            isCoveredField[index] = isCovered[index] && ElementKind(of: index, in: hierarchy) == .input
        }
    }

    /// Whether the element at `index` is covered.
    func covers(_ index: Int) -> Bool { isCovered[index] }

    /// Whether the element at `index` is covered, or something that it holds.
    func touches(_ index: Int) -> Bool { isCovered[index] || holdsCovered[index] }

    /// Whether the element at `index` is covered, and takes input.
    func isField(_ index: Int) -> Bool { isCoveredField[index] }
}
