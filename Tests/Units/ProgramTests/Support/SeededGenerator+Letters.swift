import SeededRandom

extension SeededGenerator {
    /// Small letters.
    mutating func letters(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in .random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &self) }
    }
}
