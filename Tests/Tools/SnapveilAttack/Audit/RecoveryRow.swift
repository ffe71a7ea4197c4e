/// What was recovered from one style at one strength on one scene.
struct RecoveryRow: Sendable {
    let scene: Scene
    let strength: Strength
    let recovery: Recovery
}
