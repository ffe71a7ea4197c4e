import ImageCore

/// The motions of a recording in the last seconds.
struct MotionHistory: Sendable {
    /// A motion, with the history of the pixels of the frame before it.
    struct Past: Sendable {
        let motion: FrameMotion
        let from: PixelHistory
        fileprivate let second: Double
    }

    private var all: [Past] = []

    /// Blocks of all histories together, and motions, at most; the first ones go first.
    private static let (mostBlocks, most) = (2 << 20, 512)

    mutating func note(_ motions: [FrameMotion], at second: Double, _ from: PixelHistory) {
        guard !motions.isEmpty else { return }
        all += motions.map { Past(motion: $0, from: from, second: second) }
        let room = min(Self.mostBlocks / max(from.since.count, 1), Self.most)
        all.removeFirst(max(all.count - room, 0))
    }

    /// The motions to the frame of a second.
    subscript(second: Double) -> [Past] { all.filter { $0.second == second } }
}
