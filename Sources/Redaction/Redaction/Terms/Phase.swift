/// What an app was doing when a snapshot of it was taken, as `UIScene.ActivationState` and SwiftUI's `ScenePhase` have
/// it.
public enum Phase: String, Sendable, CaseIterable, Codable {
    /// The app is in the foreground and takes input.
    case active
    /// The app is in the foreground and takes no input: on its way to the background, or beneath an alert of the
    /// system.
    case inactive
    /// The app is not seen.
    case background
}
