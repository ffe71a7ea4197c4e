/// Which elements are covered, by themselves or with an element that holds them.
struct Coverage {
    private let isCovered: [Bool]
    private let holdsCovered: [Bool]
    private let isCoveredField: [Bool]

    /// Finds out which elements of a hierarchy are covered.
    ///
    /// - Parameters:
    ///   - covered: Indices of elements that are covered, with all that they hold.
    ///   - hierarchy: That of the elements.
    init(of covered: [Int], in hierarchy: Hierarchy) {
        let elements = hierarchy.elements
        var isNamed = Array(repeating: false, count: elements.count)
        var holdsNamed = isNamed
        for index in covered {
            isNamed[index] = true
            var parent = elements[index].parent
            while let holder = parent, !holdsNamed[holder] {
                holdsNamed[holder] = true
                parent = elements[holder].parent
            }
        }
        let isCovered = hierarchy.includingHeld(isNamed)
        self.isCovered = isCovered
        holdsCovered = holdsNamed
        isCoveredField = elements.indices.map { isCovered[$0] && ElementKind(of: $0, in: hierarchy) == .input }
    }

    /// Whether the element at `index` is covered.
    func covers(_ index: Int) -> Bool { isCovered[index] }

    /// Whether the element at `index` is covered, or something that it holds.
    func touches(_ index: Int) -> Bool { isCovered[index] || holdsCovered[index] }

    /// Whether the element at `index` is covered, and takes input.
    func isField(_ index: Int) -> Bool { isCoveredField[index] }
}
