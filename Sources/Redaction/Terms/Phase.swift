/// What an app was doing when a snapshot of it was taken, as `UIScene.ActivationState` and SwiftUI's `ScenePhase` have it.
public enum Phase: String, Sendable, CaseIterable, Codable {
    /// It is in the foreground and takes input.
    case active
    /// It is in the foreground and takes none: on its way to the background, or beneath an alert of the system.
    case inactive
    /// It is not seen.
    case background
}
