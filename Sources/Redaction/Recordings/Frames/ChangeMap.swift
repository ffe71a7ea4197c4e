import ImageCore
import Redaction
import SecureMemory

/// The places where frames change, in blocks of pixels.
///
/// A block is held against its pixels when it last counted as changed, so that what fades in slowly counts, too.
struct ChangeMap {
    /// What has changed in a frame.
    struct Changes {
        /// Rectangles round the places that have to be looked at, of which none touch; empty for none.
        var places: [PixelRect] = []
        /// What has moved since the frame before, and its history; nil for nothing.
        var moved: (motions: [FrameMotion], from: PixelHistory)?

        var motions: [FrameMotion] { moved?.motions ?? [] }
        var isEmpty: Bool { places.isEmpty && motions.isEmpty }
    }

    private let layout: VideoFrameLayout
    /// What was looked at, moved as its content was.
    private let seen: Frame
    /// What counts as the same.
    private let content: Frame
    private(set) var history: PixelHistory

    /// Seconds after which what moves is looked at again, as far as it differs from what was looked at.
    private let patience: Double
    /// The second of the last frame of which all that differs was looked at.
    private var wholeSecond = 0.0
    /// Whether some of the last frame has moved there, and differs from what was looked at.
    private(set) var isBehind = false

    /// Greatest differences of a sample that are noise of an encoder: of what is looked at anew, and of what stays covered.
    private static let (noise, sameness): (UInt8, UInt8) = (16, 48)
    /// Pixels between two changed blocks that belong together.
    private static let gap = 2 * VideoFrameLayout.blockEdge
    /// Places that a frame is looked at in, at most.
    private static let mostPlaces = 8
    /// Changed blocks that are told apart by places, at most.
    private static let mostBlocks = 2048

    /// - Parameter patience: Seconds after which what moves is looked at again.
    init(_ layout: VideoFrameLayout, patience: Double) throws(OutOfMemory) {
        (self.layout, self.patience) = (layout, patience)
        seen = try Frame(byteCount: layout.byteCount)
        content = try Frame(byteCount: layout.byteCount)
        history = PixelHistory(edge: VideoFrameLayout.blockEdge, blocks: layout.blocks)
    }

    /// The changes in the frame of a second.
    ///
    /// - Parameter last: The frame before; nil for the first one.
    mutating func changes(in frame: Frame, after last: Frame?, at second: Double) -> Changes {
        var changes = Changes()
        guard let last else {
            for known in [seen, content] { known.mutableBytes.copyMemory(from: frame.bytes) }
            changes.places = [PixelRect(layout.size)]
            return changes
        }
        var differing = blocks(of: frame, unlike: seen, Self.noise)
        let motions = differing.isEmpty ? [] : motions(from: last, to: frame)
        if !motions.isEmpty { changes.moved = (motions, history) }
        let changed = blocks(of: frame, unlike: content, Self.sameness)
        take(changed, of: frame, into: content)
        for index in changed { history.since[index] = second }
        guard !differing.isEmpty else {
            isBehind = false
            return changes
        }
        if !motions.isEmpty {
            for motion in motions { layout.move(motion.area, by: motion.vector, of: seen.mutableBytes) }
            differing = blocks(of: frame, unlike: seen, Self.noise)
        }
        let sought = blocksToLookAt(of: differing, in: frame, motions, at: second).compactMap(layout.rect)
        changes.places = Self.places(of: sought + motions.flatMap(\.exposed), in: layout.size)
        return changes
    }

    private func blocks(of frame: Frame, unlike known: Frame, _ tolerance: UInt8) -> [Int] {
        layout.changedBlocks(from: known.bytes, to: frame.bytes, tolerance: tolerance)
    }

    /// The blocks to look at of those that differ from what was looked at. What has moved may do so a little for a while, as encoders
    /// blur it.
    private mutating func blocksToLookAt(
        of differing: [Int],
        in frame: Frame,
        _ motions: [FrameMotion],
        at second: Double
    ) -> [Int] {
        var blocks = differing
        if second - wholeSecond < patience, !motions.isEmpty {
            let other = Set(self.blocks(of: frame, unlike: seen, Self.sameness))
            blocks.removeAll { index in
                motions.contains { $0.hasMoved(block: index) || $0.holds(block: index) && !other.contains(index) }
            }
        }
        isBehind = blocks.count < differing.count
        if !isBehind { wholeSecond = second }
        take(blocks, of: frame, into: seen)
        return blocks
    }

    /// The motions of places that have changed: of all of them together, else of each on its own.
    private func motions(from last: Frame, to frame: Frame) -> [FrameMotion] {
        let changed = blocks(of: frame, unlike: last, Self.noise)
        let blocks = changed.compactMap(layout.rect)
        func motion(in area: PixelRect) -> FrameMotion? {
            layout.motion(in: area, from: last.bytes, to: frame.bytes, changed: changed)
        }
        guard let all = Self.joined(blocks) else { return [] }
        if let motion = motion(in: all) { return [motion] }
        let places = Self.places(of: blocks, in: layout.size)
        return places.count > 1 ? places.compactMap(motion) : []
    }

    private func take(_ blocks: [Int], of frame: Frame, into known: Frame) {
        for index in blocks { layout.copyBlock(index, from: frame.bytes, to: known.mutableBytes) }
    }

    /// Rectangles round some that lie close to each other, few enough to be looked at one by one.
    ///
    /// - Parameter gap: Pixels between two that belong together; more where they would be too many.
    static func places(of blocks: [PixelRect], in size: PixelSize, gap: Int = Self.gap) -> [PixelRect] {
        guard blocks.count <= mostBlocks else { return [joined(blocks)].compactMap(\.self) }
        var places: [PixelRect] = []
        for block in blocks {
            var place = block
            while let index = places.firstIndex(where: { $0.grown(by: gap, in: size).intersection(place) != nil }) {
                place = place.joined(with: places.remove(at: index))
            }
            places.append(place)
        }
        return places.count > mostPlaces ? Self.places(of: places, in: size, gap: 2 * gap) : places
    }

    private static func joined(_ rects: [PixelRect]) -> PixelRect? {
        rects.first.map { rects.dropFirst().reduce($0) { $0.joined(with: $1) } }
    }
}
