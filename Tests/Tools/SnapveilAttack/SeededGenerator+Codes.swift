import SeededRandom

extension SeededGenerator {
    /// `count` different codes of `length` digits.
    ///
    /// - Precondition: There are as many.
    mutating func codes(_ count: Int, length: Int) -> [Code] {
        precondition(count <= Code.count(length: length), "there are fewer codes")
        var drawn: Set<Int> = []
        var codes: [Code] = []
        while codes.count < count {
            let value = Int.random(in: 0..<Code.count(length: length), using: &self)
            if drawn.insert(value).inserted { codes.append(Code(value, length: length)) }
        }
        return codes
    }
}
