/// The protection of covered pixels in the output, from the weakest to the strongest.
public enum Assurance: String, Sendable, CaseIterable, Codable, Comparable {
    /// Nothing was covered: the picture shows the whole snapshot.
    case untouched
    /// Output pixels depend on covered ones: a blur or a pixelation, which can be undone by trial.
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
/// The weakest assurance that a policy, a request or a server allows; each can raise it and none can lower it.
public enum MinimumAssurance: String, Sendable, CaseIterable, Comparable {
    /// Every style that covers is allowed.
    case obscured
    /// Only styles that erase are allowed.
    case erased

    func allows(_ assurance: Assurance) -> Bool {
        switch self {
        case .obscured: assurance >= .obscured
        case .erased: assurance >= .erased
        }
    }

    /// Whether `lhs` demands less than `rhs`.
    public static func < (lhs: MinimumAssurance, rhs: MinimumAssurance) -> Bool { lhs == .obscured && rhs == .erased }
}

/// The state of an app, as in `UIScene.ActivationState` and SwiftUI's `ScenePhase`.
public enum Phase: String, Sendable, CaseIterable, Codable {
    /// The app is in the foreground and takes input.
    case active
    /// The app is in the foreground without input: on its way to the background, or beneath an alert of the system.
    case inactive
    /// The app is not seen.
    case background
}
