/// Turns units into what labels are compared by: small letters and digits without accents, with one space between words.
struct LabelStream {
    /// What the stream says about a unit.
    enum Symbol: Equatable {
        case part(UInt32)
        case space
        /// No label goes across it.
        case stop
        case nothing
    }

    /// Whether characters that a recogniser confuses count as the same.
    let isRecognised: Bool

    func symbol(for unit: TextUnit) -> Symbol {
        switch unit.unitClass {
        case .digit, .capital, .small, .letter: .part(isRecognised ? Variants.skeleton(unit.folded) : unit.folded)
        case .mark: .nothing
        case .space, .gap: .space
        case .other: Self.stops.contains(unit.scalar) ? .stop : .space
        }
    }

    /// Whether the letters of a script are words without spaces between them.
    static func isUnspaced(_ scalar: UInt32) -> Bool {
        (0x0E00...0x0E7F).contains(scalar) || (0x3005...0xD7FF).contains(scalar)
    }

    private static let stops = Set(":;!?{}[]|=•,\"<>，。、".unicodeScalars.map(\.value))
}
