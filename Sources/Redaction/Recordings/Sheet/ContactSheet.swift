import BoundedWork
import ImageCore
import Redaction
import SecureMemory

/// A picture of a recording: of each scene the covered frame with the most covers, and its time.
///
/// A scene ends where a part of the frame has changed that is larger than a field of a form. Nothing in the sheet depends on a pixel that is erased.
final class ContactSheet: PlannedFrameTaker {
    /// A scene that may go on.
    fileprivate struct Scene {
        let start: Double
        /// The frame that later ones are held against.
        var reference: Frame
        /// The frame to show, with the second from which on there were as many covers.
        var shown: (frame: Frame, plan: FramePlan, second: Double)
        var fullSince: Double
    }

    /// A scene that has ended.
    private final class Tile {
        let picture: ImageOverlay
        let second: Double
        let duration: Double

        init(_ picture: consuming ImageOverlay, at second: Double, lasting duration: Double) {
            self.picture = picture
            (self.second, self.duration) = (second, duration)
        }
    }

    private let form: SheetForm
    private let layout: VideoFrameLayout
    private let frames: FrameRedactor
    private var coverer: FrameCoverer
    private var scene: Scene?
    private var tiles: [Tile] = []

    /// The share of blocks that differ between scenes, and the difference of a sample that counts.
    private static let (change, tolerance): (Double, UInt8) = (0.04, 48)
    /// Seconds that a scene takes to appear, and that a cover is there before its finding.
    private static let settling = 0.6

    init(_ form: SheetForm, _ layout: VideoFrameLayout, _ frames: FrameRedactor) {
        (self.form, self.layout, self.frames) = (form, layout, frames)
        coverer = FrameCoverer(layout, frames)
    }

    func take(_ planned: PlannedFrame) throws(RecordingError) {
        let frame = try coverer.covered(planned)
        guard var scene, !isOther(frame, than: scene) else {
            if let scene { try end(scene, at: planned.second) }
            scene = try mapError(Scene(frame, planned), RecordingError.init(_:))
            return
        }
        let (covers, known) = (planned.plan.parts.count, scene.shown.plan.parts.count)
        do throws(OutOfMemory) {
            if planned.second - scene.start <= Self.settling { scene.reference = try frame.copied() }
            if covers > known { scene.fullSince = planned.second }
            if covers > known || covers == known && planned.second - scene.fullSince <= Self.settling {
                scene.shown = (try frame.copied(), planned.plan, planned.second)
            }
        } catch {
            throw RecordingError(error)
        }
        self.scene = scene
    }

    private func isOther(_ frame: Frame, than scene: Scene) -> Bool {
        let changed = layout.changedBlocks(from: scene.reference.bytes, to: frame.bytes, tolerance: Self.tolerance)
        return Double(changed.count) > Self.change * Double(layout.blocks.area)
    }

    /// Makes a tile of a scene.
    private func end(_ scene: Scene, at second: Double) throws(RecordingError) {
        let tile = try mapError(tile(of: scene, until: second), RecordingError.redaction)
        tiles.append(tile)
        guard tiles.count > form.mostScenes else { return }
        let shortest = tiles.indices.min { tiles[$0].duration < tiles[$1].duration }
        if let shortest { tiles.remove(at: shortest) }
    }

    private func tile(of scene: Scene, until second: Double) throws(RedactionError) -> Tile {
        let shown = scene.shown
        var pixels = try mapError(
            PixelBuffer(layout.size, format: layout.pixelFormat, filledWith: .black),
            RedactionError.outOfMemory
        )
        layout.read(PixelRect(layout.size), of: shown.frame.bytes, into: &pixels)
        let small = try frames.reduced(pixels, to: form.edge, marking: shown.plan, line: form.line)
        do {
            let picture = try ImageOverlay(content: small, contentMode: .fill)
            return Tile(picture, at: shown.second, lasting: second - scene.start)
        } catch {
            throw RedactionError(looking: error)
        }
    }

    /// The sheet of all scenes as a file, once the recording has ended.
    func file(endingAt second: Double, _ format: OutputFormat) throws(RecordingError) -> SecureBytes {
        if let scene { try end(scene, at: second) }
        scene = nil
        return try mapError(file(format), RecordingError.redaction)
    }

    private func file(_ format: OutputFormat) throws(RedactionError) -> SecureBytes {
        try frames.file(of: picture(), format)
    }

    private func picture() throws(RedactionError) -> PixelBuffer {
        let tile = tiles.first?.picture.content.size
        let grid = SheetGrid(count: tiles.count, width: tile?.width ?? 1, height: tile?.height ?? 1, form)
        do {
            guard let size = grid.size else { throw OutOfMemory.unknown }
            var sheet = try PixelBuffer(size, format: .rgb, filledWith: Self.ground)
            for (index, tile) in tiles.enumerated() {
                if let area = grid.picture(index) { try tile.picture.apply(to: &sheet, in: area) }
                guard let area = grid.caption(index) else { continue }
                let words = try frames.caption(tile.second.caption, area.target.size)
                try ImageOverlay(content: words, contentMode: .fill).apply(to: &sheet, in: area)
            }
            return sheet
        } catch {
            throw RedactionError(looking: error)
        }
    }

    private static let ground = Color(red: 0xE5, green: 0xE5, blue: 0xEA)
}

extension ContactSheet.Scene {
    fileprivate init(_ frame: Frame, _ planned: PlannedFrame) throws(OutOfMemory) {
        // The frame becomes the next one.
        let copy = try frame.copied()
        self.init(
            start: planned.second,
            reference: copy,
            shown: (copy, planned.plan, planned.second),
            fullSince: planned.second
        )
    }
}

/// The places of frames and their captions in a sheet.
private struct SheetGrid {
    private let form: SheetForm
    private let count: Int
    private let columns: Int
    private let width: Int
    private let height: Int

    /// How many times as wide as high a sheet is at most, about.
    private static let aspect = 1.5

    init(count: Int, width: Int, height: Int, _ form: SheetForm) {
        (self.form, self.count, self.width, self.height) = (form, count, width, height)
        let fitting = (Double(count) * Self.aspect * Double(height + form.captionHeight) / Double(width)).squareRoot()
        columns = max(1, min(count, Int(fitting.rounded())))
    }

    var size: PixelSize? {
        let rows = (count + columns - 1) / columns
        return PixelSize(
            width: columns * (width + form.gap) + form.gap,
            height: rows * (height + form.captionHeight + form.gap) + form.gap
        )
    }

    func picture(_ index: Int) -> PaintArea? {
        PixelRect(x: x(index), y: y(index), width: width, height: height).flatMap { PaintArea($0) }
    }

    /// Nil where there are no captions.
    func caption(_ index: Int) -> PaintArea? {
        PixelRect(x: x(index), y: y(index) + height, width: width, height: form.captionHeight).flatMap { PaintArea($0) }
    }

    private func x(_ index: Int) -> Int { form.gap + index % columns * (width + form.gap) }
    private func y(_ index: Int) -> Int { form.gap + index / columns * (height + form.captionHeight + form.gap) }
}

extension Double {
    /// Seconds that a caption has room for.
    private static let longest = 1e9

    /// Seconds for a person, such as `7.3 s`, `2 min 5 s` and `1 h 0 min 5 s`.
    fileprivate var caption: String {
        let tenths = Int((Swift.min(self, Self.longest) * 10).rounded())
        guard tenths >= 600 else { return "\(tenths / 10).\(tenths % 10) s" }
        let seconds = tenths / 10
        let rest = "\(seconds / 60 % 60) min \(seconds % 60) s"
        return seconds >= 3600 ? "\(seconds / 3600) h \(rest)" : rest
    }
}
