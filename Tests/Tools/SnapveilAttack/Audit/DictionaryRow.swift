/// What a dictionary recovers from one style at one strength on one scene.
struct DictionaryRow: Sendable {
    let scene: Scene
    let strength: Strength
    let collisions: Collisions
}
