import ImageCore
import Redaction
import SecureMemory

/// The places where frames change, in blocks of pixels.
///
/// A block is held against its pixels when it last counted as changed, so that what fades in slowly counts, too.
struct ChangeMap {
    private let layout: VideoFrameLayout
    /// What was looked at.
    private let seen: Frame
    /// What counts as the same.
    private let content: Frame
    private(set) var history: PixelHistory
    private var isFirst = true

    /// Greatest differences of a sample that are noise of an encoder: of what is looked at anew, and of what stays covered.
    private static let (noise, sameness): (UInt8, UInt8) = (16, 48)
    /// Blocks between two changed ones that belong together.
    private static let gap = 2
    /// Places that a frame is looked at in, at most.
    private static let mostPlaces = 8
    /// Changed blocks that are told apart by places, at most.
    private static let mostBlocks = 2048

    init(_ layout: VideoFrameLayout) throws(OutOfMemory) {
        self.layout = layout
        seen = try Frame(byteCount: layout.byteCount)
        content = try Frame(byteCount: layout.byteCount)
        history = PixelHistory(edge: VideoFrameLayout.blockEdge, blocks: layout.blocks)
    }

    /// Rectangles round the places of the frame of a second that have to be looked at, of which none touch; empty for none.
    mutating func changes(in frame: Frame, at second: Double) -> [PixelRect] {
        guard !isFirst else {
            isFirst = false
            for known in [seen, content] { known.mutableBytes.copyMemory(from: frame.bytes) }
            return [PixelRect(layout.size)]
        }
        for index in take(frame, into: content, tolerance: Self.sameness) { history.since[index] = second }
        let columns = layout.blocks.width
        let blocks = take(frame, into: seen, tolerance: Self.noise).compactMap { index in
            PixelRect(x: index % columns, y: index / columns, width: 1, height: 1)
        }
        return Self.places(of: blocks, in: layout.blocks).compactMap { place in
            let edge = VideoFrameLayout.blockEdge
            return PixelRect(
                x: place.x * edge,
                y: place.y * edge,
                width: place.width * edge,
                height: place.height * edge
            )?.intersection(PixelRect(layout.size))
        }
    }

    /// Takes the blocks of a frame that differ from a known one into it; their indices.
    private func take(_ frame: Frame, into known: Frame, tolerance: UInt8) -> [Int] {
        let indices = layout.changedBlocks(from: known.bytes, to: frame.bytes, tolerance: tolerance)
        for index in indices { layout.copyBlock(index, from: frame.bytes, to: known.mutableBytes) }
        return indices
    }

    /// Rectangles round blocks that lie close to each other; one round all if they are many.
    private static func places(of blocks: [PixelRect], in size: PixelSize) -> [PixelRect] {
        guard blocks.count <= mostBlocks else { return [joined(blocks)].compactMap(\.self) }
        var places: [PixelRect] = []
        for block in blocks {
            var place = block
            while let index = places.firstIndex(where: { $0.grown(by: gap, in: size).intersection(place) != nil }) {
                place = place.joined(with: places.remove(at: index))
            }
            places.append(place)
        }
        return places.count > mostPlaces ? [joined(places)].compactMap(\.self) : places
    }

    private static func joined(_ rects: [PixelRect]) -> PixelRect? {
        rects.first.map { rects.dropFirst().reduce($0) { $0.joined(with: $1) } }
    }
}
