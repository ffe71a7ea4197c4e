import ImageCore
import SecureMemory

/// The places where frames differ from what was looked at, in blocks of pixels.
///
/// A block is held against its pixels when it last counted as changed, so that what fades in slowly counts, too.
struct ChangeMap {
    private let layout: VideoFrameLayout
    private let seen: Frame
    private var isFirst = true

    /// Greatest difference of a sample that is noise of an encoder.
    private static let tolerance: UInt8 = 16
    /// Blocks between two changed ones that belong together.
    private static let gap = 2
    /// Places that a frame is looked at in, at most.
    private static let mostPlaces = 8
    /// Changed blocks that are told apart by places, at most.
    private static let mostBlocks = 2048

    init(_ layout: VideoFrameLayout) throws(OutOfMemory) {
        self.layout = layout
        seen = try Frame(byteCount: layout.byteCount)
    }

    /// Rectangles round all changes since the last frame, of which none touch; empty where there are none.
    mutating func changes(in frame: Frame) -> [PixelRect] {
        guard !isFirst else {
            isFirst = false
            seen.mutableBytes.copyMemory(from: frame.bytes)
            return [PixelRect(layout.size)]
        }
        var changed = [UInt8](repeating: 0, count: layout.blocks.area)
        layout.noteChanges(from: seen.bytes, to: frame.bytes, tolerance: Self.tolerance, in: &changed)
        let columns = layout.blocks.width
        var blocks: [PixelRect] = []
        for index in changed.indices where changed[index] != 0 {
            let (column, row) = (index % columns, index / columns)
            layout.copyBlock(column: column, row: row, from: frame.bytes, to: seen.mutableBytes)
            if let block = PixelRect(x: column, y: row, width: 1, height: 1) { blocks.append(block) }
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
