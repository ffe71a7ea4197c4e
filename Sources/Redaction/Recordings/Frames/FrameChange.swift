import ImageCore
import SecureMemory

/// A frame as its difference from the one before: the blocks that differ, or all of it.
enum FrameChange {
    case same
    case blocks([Int], Frame)
    case all(Frame)

    /// The difference of `frame` from `last`.
    init(from last: Frame, to frame: Frame, _ layout: VideoFrameLayout) throws(OutOfMemory) {
        guard !frame.isAlike(last) else {
            self = .same
            return
        }
        let indices = layout.changedBlocks(from: last.bytes, to: frame.bytes, tolerance: 0)
        guard indices.count * 2 < layout.blocks.area else {
            self = .all(frame)
            return
        }
        let packed = try Frame(byteCount: indices.count * layout.mostBytesOfBlock)
        for (place, index) in indices.enumerated() {
            layout.pack(index, of: frame.bytes, into: packed.mutableBytes, at: place)
        }
        self = .blocks(indices, packed)
    }

    /// Bytes that it takes.
    var byteCount: Int {
        switch self {
        case .same: 0
        case .blocks(let indices, let packed): packed.bytes.count + indices.count * MemoryLayout<Int>.size
        case .all(let frame): frame.bytes.count
        }
    }

    /// The frame, made of the one before, which becomes it.
    func applied(to last: Frame, _ layout: VideoFrameLayout) -> Frame {
        switch self {
        case .same: return last
        case .all(let frame): return frame
        case .blocks(let indices, let packed):
            for (place, index) in indices.enumerated() {
                layout.unpack(index, of: last.mutableBytes, from: packed.bytes, at: place)
            }
            return last
        }
    }

    var isSame: Bool { if case .same = self { true } else { false } }
}
