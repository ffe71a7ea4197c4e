/// The weakest assurance that a policy, a request or a server allows. Each of them can raise it and none can lower it.
public enum MinimumAssurance: String, Sendable, CaseIterable, Comparable {
    /// Every style.
    case obscured
    /// Only styles that erase.
    case erased

    /// Whether a style that promises `assurance` is allowed.
    func allows(_ assurance: Assurance) -> Bool {
        switch self {
        case .obscured: assurance >= .obscured
        case .erased: assurance >= .erased
        }
    }

    /// Whether `lhs` demands less than `rhs`.
    public static func < (lhs: MinimumAssurance, rhs: MinimumAssurance) -> Bool { lhs == .obscured && rhs == .erased }
}
