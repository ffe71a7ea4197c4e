import ImageCore
import SecureMemory

/// The picture of a page whose boxes were sent.
///
/// Boxes have no root, so the size of their page has to be stated: by the facts of the page, or by a box of the page itself. Then
/// picture and page have to agree on both axes. Without a size, the scale has to be stated.
struct PagePicture {
    private let snapshot: PixelSize
    private let page: Page?
    private let frames: [Frame]
    private let root: Frame?

    /// Tolerance at the edges of the picture, in pixels: one where the window was cut to whole pixels, one where the picture was,
    /// and the rounding of a script that is given single-precision numbers.
    private static let rounding = 2.01

    /// The part of the picture within which all boxes of a page are unlikely to stay.
    private static let leftPart = 0.6

    private static let rootLocators = ["html", "body", ":root"]

    init(of hierarchy: Hierarchy, snapshot: PixelSize) {
        self.snapshot = snapshot
        page = hierarchy.page
        frames = hierarchy.elements.compactMap(\.frame).filter { !$0.isEmpty }
        root = hierarchy.elements.indices.lazy.compactMap { index -> Frame? in
            let locator = hierarchy.text(.identifier, of: index)
            let isRoot = locator?.withUnsafeBytes { text in Self.rootLocators.contains { text.elementsEqual($0.utf8) } }
            return isRoot == true ? hierarchy.elements[index].frame : nil
        }.first { !$0.isEmpty }
    }

    func capture(given: Double?) throws(PlacementError) -> Capture {
        var capture = try position(given: given)
        // Browsers draw edges at whole CSS pixels of the page, or of the viewport for elements that do not scroll.
        capture.grids = [Page.Offset(x: 0, y: 0)]
        if let scroll = page?.scroll { capture.grids.append(Page.Offset(x: -scroll.x, y: -scroll.y)) }
        // They smooth transformed or zoomed content, by up to a CSS pixel.
        capture.blending = max(capture.scale.upperBound, 1)
        return capture
    }

    private func position(given: Double?) throws(PlacementError) -> Capture {
        if let page { return try capture(of: page, given: given) }
        if let root { return try capture(ofRoot: root, given: given) }
        // Without any box, there is nothing to place.
        guard let given = frames.isEmpty ? given ?? 1 : given else { throw .scaleUnknown(snapshot: snapshot) }
        return Capture(scale: given...given, warning: warning(given))
    }

    private func warning(_ scale: Double) -> PlacementWarning? {
        guard let right = frames.lazy.map(\.maxX).max(), right * scale <= Self.leftPart * Double(snapshot.width) else {
            return nil
        }
        return .scaleMayBeTooLow(scale)
    }
}

extension PagePicture {
    /// The shown part of a page that is as large as its root. A picture of the viewport has another height; then the scale has to
    /// be known.
    private func capture(ofRoot root: Frame, given: Double?) throws(PlacementError) -> Capture {
        guard let given else {
            guard let scale = scale(of: root) else { throw .scaleUnknown(snapshot: snapshot) }
            return Capture(scale: scale, left: root.x...root.x, top: root.y...root.y)
        }
        // The body may have margins, and then the same on both sides.
        let widths = [root.width, root.width + 2 * max(root.x, 0)]
        guard widths.contains(where: { isEdge($0 * given, snapshot.width) }) else {
            throw .scaleMismatch(given: given, screen: root, .playwright, snapshot: snapshot)
        }
        // Of a page that is scrolled, a picture that is as high as the page shows all of it, and a lower one the viewport.
        let isWhole = isEdge(root.height * given, snapshot.height)
        guard isWhole || root.x >= 0 && (root.y >= 0 || Double(snapshot.height) < root.height * given) else {
            throw .pageMismatch(shown: root, scale: given, snapshot: snapshot)
        }
        let (left, top) = isWhole ? (min(root.x, 0), min(root.y, 0)) : (0, 0)
        return Capture(scale: given...given, left: left...left, top: top...top)
    }

    /// The shown part of a page with facts besides its boxes; both have to agree.
    private func capture(of page: Page, given: Double?) throws(PlacementError) -> Capture {
        if let scale = page.scale, let given, abs(given / scale - 1) > Placement.tolerance {
            throw .scaleMismatch(given: given, screen: page.shown, .playwright, snapshot: snapshot)
        }
        let stated = page.scale ?? given
        // Chrome takes a clip of a page that is zoomed out in the size that it would have without the zoom, and shows it with it.
        guard stated != nil || page.clip == nil else { throw .scaleUnknown(snapshot: snapshot) }
        let captures =
            page.isFullPage && page.size == nil && page.clip == nil
            ? try captures(ofUnmeasured: page, at: stated)
            : page.shownFrames.compactMap { capture(of: $0, at: stated) }
        guard let first = captures.first else {
            throw .pageMismatch(shown: page.shown, scale: stated, snapshot: snapshot)
        }
        return captures.dropFirst().reduce(first) { $0.union($1) }
    }

    /// A picture of all of a page whose size is not known: as wide as the viewport, and no lower.
    private func captures(ofUnmeasured page: Page, at scale: Double?) throws(PlacementError) -> [Capture] {
        guard let scale else { throw .scaleUnknown(snapshot: snapshot) }
        guard isEdge(page.viewport.width * scale, snapshot.width),
            Double(snapshot.height) >= page.viewport.height * scale - Self.rounding
        else { return [] }
        let (left, top) = (-page.scroll.x, -page.scroll.y)
        return [Capture(scale: scale...scale, left: left...left, top: top...top)]
    }

    /// The capture of a picture that shows exactly `frame`, if it does.
    private func capture(of frame: Frame, at scale: Double?) -> Capture? {
        let scale = scale.map { isPicture(of: frame, at: $0) ? $0...$0 : nil } ?? self.scale(of: frame)
        return scale.map { scale in
            Capture(scale: scale, left: Self.corner(frame.x, scale), top: Self.corner(frame.y, scale))
        }
    }

    private static func corner(_ edge: Double, _ scale: ClosedRange<Double>) -> ClosedRange<Double> {
        let pixels = edge * scale.lowerBound
        let (first, last) = (pixels.rounded(.down) / scale.lowerBound, pixels.rounded(.up) / scale.lowerBound)
        return min(edge, first)...max(edge, last)
    }

    private func isPicture(of frame: Frame, at scale: Double) -> Bool {
        isEdge(frame.width * scale, snapshot.width) && isEdge(frame.height * scale, snapshot.height)
    }

    private func scale(of frame: Frame) -> ClosedRange<Double>? {
        func scales(_ length: Double, _ edge: Int) -> ClosedRange<Double> {
            max(Double(edge) - Self.rounding, 0) / length...(Double(edge) + Self.rounding) / length
        }
        guard scales(frame.width, snapshot.width).overlaps(scales(frame.height, snapshot.height)) else { return nil }
        let (horizontal, vertical) = (Double(snapshot.width) / frame.width, Double(snapshot.height) / frame.height)
        let scale = min(horizontal, vertical)...max(horizontal, vertical)
        return Placement.scaleRange.contains(scale.lowerBound) ? scale : nil
    }

    private func isEdge(_ length: Double, _ edge: Int) -> Bool { abs(length - Double(edge)) <= Self.rounding }
}

extension Page {
    /// The shown part according to the page, in the coordinates of the boxes, which count from the viewport.
    fileprivate var shown: Frame {
        if let clip { return isFullPage ? clip.moved(by: scroll) : clip }
        if isFullPage, let size {
            return Frame(uncheckedX: -scroll.x, y: -scroll.y, width: size.width, height: size.height)
        }
        return Frame(uncheckedX: 0, y: 0, width: viewport.width, height: viewport.height)
    }

    /// The possible shown parts: ``shown``, and for a clip the ways in which tools cut: at whole CSS pixels round it, to a size
    /// of whole CSS pixels, and at the edges of the page.
    fileprivate var shownFrames: [Frame] {
        guard clip != nil else { return [shown] }
        let all =
            isFullPage
            ? size.map { Frame(uncheckedX: -scroll.x, y: -scroll.y, width: $0.width, height: $0.height) }
            : Frame(uncheckedX: 0, y: 0, width: viewport.width, height: viewport.height)
        let uncut = [shown, shown.integral, shown.withIntegralSize]
        return uncut + uncut.compactMap { frame in all.flatMap(frame.intersection) }
    }
}

extension Frame {
    fileprivate func moved(by scroll: Page.Offset) -> Frame {
        Frame(uncheckedX: x - scroll.x, y: y - scroll.y, width: width, height: height)
    }

    fileprivate var integral: Frame {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        return Frame(
            uncheckedX: left,
            y: top,
            width: maxX.rounded(.up) - left,
            height: maxY.rounded(.up) - top
        )
    }

    fileprivate var withIntegralSize: Frame {
        Frame(uncheckedX: x, y: y, width: width.rounded(.down), height: height.rounded(.down))
    }

    fileprivate func intersection(_ other: Frame) -> Frame? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (width, height) = (min(maxX, other.maxX) - left, min(maxY, other.maxY) - top)
        return width > 0 && height > 0 ? Frame(uncheckedX: left, y: top, width: width, height: height) : nil
    }
}

extension Capture {
    /// A capture in which everything is covered that is covered in this one or in `other`.
    fileprivate func union(_ other: Capture) -> Capture {
        Capture(
            scale: scale.union(other.scale),
            left: left.union(other.left),
            top: top.union(other.top)
        )
    }
}

extension ClosedRange<Double> {
    fileprivate func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
