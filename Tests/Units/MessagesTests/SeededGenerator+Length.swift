import SeededRandom

extension SeededGenerator {
    /// An edge of a target: small ones are as likely as large ones.
    mutating func length() -> Int {
        Int(3 << (next() % 11)) + Int(next() % 64)
    }
}
