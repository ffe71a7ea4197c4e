/// How much of what was covered can still be learned from the output. Ordered from the weakest to the strongest.
public enum Assurance: String, Sendable, CaseIterable, Codable, Comparable {
    /// Nothing was covered.
    case untouched
    /// Output pixels still depend on covered input pixels: a blur or pixelation, which can be undone by trial.
    case obscured
    /// No output pixel depends on a covered input pixel.
    case erased

    private var strength: Int {
        switch self {
        case .untouched: 0
        case .obscured: 1
        case .erased: 2
        }
    }

    /// Whether `lhs` promises less than `rhs`.
    public static func < (lhs: Assurance, rhs: Assurance) -> Bool { lhs.strength < rhs.strength }
}
