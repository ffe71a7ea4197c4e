import SecureMemory

/// Snapshots of one scene as PNG, those of known codes rendered once.
struct Snapshots: Sendable {
    private let scene: Scene
    private let rendered: [Code: SecureBytes]

    /// Renders a snapshot of each of `codes`.
    init(of scene: Scene, codes: [Code]) throws {
        let files = try Parallel.map(codes) { try scene.picture(of: $0).encoded(.png) }
        self.scene = scene
        self.rendered = Dictionary(zip(codes, files)) { first, _ in first }
    }

    /// The snapshot that shows `code`.
    func snapshot(of code: Code) throws -> SecureBytes {
        try rendered[code] ?? scene.picture(of: code).encoded(.png)
    }
}
