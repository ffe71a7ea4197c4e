import ImageCore
import Redaction
import SecureMemory

/// The places where frames change, in blocks of pixels.
///
/// A block is held against its pixels when it last counted as changed, so that what fades in slowly counts, too. What moves or fades is
/// not looked at in every frame.
struct ChangeMap {
    /// What has changed in a frame.
    struct Changes {
        /// Rectangles round the places that have to be looked at, of which none touch; empty for none.
        var places: [PixelRect] = []
        /// What has moved since the frame before, and its history; nil for nothing.
        var moved: (motions: [FrameMotion], from: PixelHistory)?

        /// Whether some of what counts as the same was changed.
        var hasNewContent = false

        var motions: [FrameMotion] { moved?.motions ?? [] }
        var isEmpty: Bool { places.isEmpty && motions.isEmpty && !hasNewContent }
    }

    private let layout: VideoFrameLayout
    /// What was looked at, moved as its content was.
    private let seen: Frame
    /// What counts as the same.
    private let content: Frame
    private(set) var history: PixelHistory

    /// Seconds for which what moves, and what fades, may differ from what was looked at.
    private let patience: (moving: Double, fading: Double)
    /// The second of the last frame of which all that differs was looked at.
    private(set) var wholeSecond = 0.0
    /// Whether some of the last frame was left to be looked at later.
    private(set) var isBehind = false
    /// The second until which what fades in the last frame has to be looked at; nil if nothing does.
    private(set) var deadline: Double?

    /// Greatest differences of a sample that are noise of an encoder: of what is looked at anew, and of what stays covered.
    private static let (noise, sameness): (UInt8, UInt8) = (16, 48)
    /// Greatest difference of a sample from the frame before of what fades: a quarter of its range.
    private static let fade: UInt8 = 64
    /// Greatest difference of a sample from the frame before of what is still.
    private static let stillness: UInt8 = 4
    /// Seconds for which one waits to look at most.
    private static let mostPatience = 0.5
    /// Pixels between two changed blocks that belong together.
    private static let gap = 2 * VideoFrameLayout.blockEdge
    /// Places that a frame is looked at in, at most.
    private static let mostPlaces = 8
    /// Changed blocks that are told apart by places, at most.
    private static let mostBlocks = 2048

    /// - Parameter linger: Seconds for which findings are covered before and after, which is how long one may wait to look at most.
    init(_ layout: VideoFrameLayout, linger: Double) throws(OutOfMemory) {
        let longest = min(linger, Self.mostPatience)
        (self.layout, patience) = (layout, (longest, longest / 2))
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
        let motions = motions(from: last, to: frame)
        if !motions.isEmpty { changes.moved = (motions, history) }
        let changed = blocks(of: frame, unlike: content, Self.sameness)
        take(changed, of: frame, into: content)
        for index in changed { history.since[index] = second }
        changes.hasNewContent = !changed.isEmpty
        for motion in motions { layout.move(motion.area, by: motion.vector, of: seen.mutableBytes) }
        changes.places = placesToLookAt(in: frame, after: last, motions, at: second)
        return changes
    }

    private func blocks(of frame: Frame, unlike known: Frame, _ tolerance: UInt8) -> [Int] {
        layout.changedBlocks(from: known.bytes, to: frame.bytes, tolerance: tolerance)
    }

    /// The blocks that change little by little.
    private func fading(_ last: Frame, _ frame: Frame) -> Set<Int> {
        Set(blocks(of: frame, unlike: last, Self.stillness)).subtracting(blocks(of: frame, unlike: last, Self.fade))
    }

    /// The places to look at of those that differ from what was looked at. What has moved may do so a little for a while, as encoders
    /// blur it, and what changes little by little from frame to frame, as it fades.
    private mutating func placesToLookAt(
        in frame: Frame,
        after last: Frame,
        _ motions: [FrameMotion],
        at second: Double
    ) -> [PixelRect] {
        let differing = blocks(of: frame, unlike: seen, Self.noise)
        var resting = differing
        // What faded before it moved was not looked at yet.
        if second - wholeSecond < patience.moving, !motions.isEmpty, deadline == nil {
            let other = Set(blocks(of: frame, unlike: seen, Self.sameness))
            resting.removeAll { index in
                motions.contains { $0.hasMoved(block: index) || $0.holds(block: index) && !other.contains(index) }
            }
        }
        let fading = motions.isEmpty && !resting.isEmpty ? fading(last, frame) : []
        let sought = resting.filter { !fading.contains($0) }.compactMap(layout.rect)
        // What lies among it is seen, too.
        let places = Self.places(of: sought + motions.flatMap(\.exposed), in: layout.size)
        func isLookedAt(_ index: Int) -> Bool {
            layout.rect(ofBlock: index).map { rect in places.contains { $0.contains(rect) } } ?? true
        }
        take(differing.filter(isLookedAt), of: frame, into: seen)
        isBehind = !differing.allSatisfy(isLookedAt)
        deadline = resting.allSatisfy(isLookedAt) ? nil : wholeSecond + patience.fading
        if !isBehind { wholeSecond = second }
        return places
    }

    /// The motions of places that have changed since the last frame: of all of them together, else of each on its own.
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
