import ImageCore

/// Judgement of a layout from the islands of a picture and the lines of text in it. All lengths are shares of the picture's
/// width, or of its height where they are measured downwards.
struct LayoutReading: Sendable {
    let width: Double
    let height: Double
    /// The islands that are not the system's.
    let islands: [Island]
    /// The lines of text that are not the system's; nil if text was not looked for.
    let lines: [SeenLine]?

    /// Height of the bottom part with the system's line to swipe from.
    private static let swipeLine = 0.03

    init(_ size: PixelSize, islands: [Island], lines: [SeenLine]?) {
        let (width, height) = (Double(size.width), Double(size.height))
        let bar = height * SystemBar.share(of: size)
        func isSystem(_ area: Area) -> Bool {
            area.rows.upperBound <= bar && area.width <= width * 0.35
                || area.rows.lowerBound >= height * (1 - Self.swipeLine)
                    && area.height <= height * 0.012 + Double(DetailPyramid.tile)
                    && abs(area.center - width / 2) <= width * 0.03
        }
        (self.width, self.height) = (width, height)
        self.islands = islands.filter { !isSystem($0.area) }
        self.lines = lines?.filter { !(isSystem($0.area) && $0.characterCount <= 8) }
    }

    func layout(faceCount: Int, codeCount: Int) -> Layout {
        if faceCount > 0 { return .interface(.face) }
        if codeCount > 0 { return .interface(.code) }
        if islands.isEmpty { return .bare }
        guard let lines else { return .interface(.unread) }
        let sharpLines = lines.filter(isSharp)
        if let sign = sign(of: sharpLines) { return .interface(sign) }
        let bands = Band.all(of: islands)
        guard bands.count <= 8, islands.count <= 24 else { return .interface(.crowd) }
        var graphics = 0
        for band in bands {
            let inside = sharpLines.filter { band.area.overlap(with: $0.area) > 0 }
            if let sign = sign(of: band, inside) { return .interface(sign) }
            if inside.isEmpty { graphics += 1 }
        }
        guard graphics <= 3 else { return .interface(.crowd) }
        return sharpLines.isEmpty ? .logo : .message
    }

    /// Lines that were found where nothing is sharp: text that shows through a blur.
    var linesBehindBlur: [SeenLine] { (lines ?? []).filter { !isSharp($0) } }

    private func isSharp(_ line: SeenLine) -> Bool {
        islands.contains { $0.area.overlap(with: line.area) > 0.1 * line.area.size }
    }

    private func sign(of lines: [SeenLine]) -> Layout.Sign? {
        if lines.count > 7 || lines.reduce(0, { $0 + $1.characterCount }) > 220 { return .length }
        for line in lines {
            let isFoot = line.area.rows.lowerBound > height * 0.85
            if line.hasValue, !(isFoot && line.isImprint) { return .value }
            if line.isText, abs(line.area.center - width / 2) > width * 0.05, !isWithinLogo(line) { return .offCenter }
        }
        return nil
    }

    /// Whether a line is a small part of a mark, such as a letter on it.
    private func isWithinLogo(_ line: SeenLine) -> Bool {
        islands.contains {
            $0.area.overlap(with: line.area) > 0.8 * line.area.size
                && $0.area.height > 2 * line.area.height
        }
    }

    private func sign(of band: Band, _ lines: [SeenLine]) -> Layout.Sign? {
        let area = band.area
        if area.rows.lowerBound < height * 0.1 { return .edge }
        if area.columns.lowerBound <= width * 0.02 || area.columns.upperBound >= width * 0.98 { return .wide }
        if abs(area.center - width / 2) > width * 0.035 { return .offCenter }
        if band.widestGap > width * 0.1 { return .spread }
        for island in band.islands {
            if let sign = sign(of: island.area, lines, within: band) { return sign }
        }
        return nil
    }

    private func sign(of area: Area, _ lines: [SeenLine], within band: Band) -> Layout.Sign? {
        let isBar = area.width > 1.7 * area.height
        // A frame with content.
        if isBar, area.width > width * 0.2, band.islands.contains(where: { area.encloses($0.area) }) { return .control }
        // Words far from each other are islands of their own.
        let inside = lines.filter { $0.isText && area.overlap(with: $0.area) > 0.5 * min($0.area.size, area.size) }
        if let first = inside.first {
            let text = inside.dropFirst().reduce(first.area) { $0.union($1.area) }
            let lineHeight = inside.reduce(0) { max($0, $1.area.height) }
            // There is more beside the text and above it than letters have.
            let isFramed = area.width - text.width > lineHeight * 1.6 && area.height - text.height > lineHeight * 0.5
            return isBar && isFramed ? .control : area.width > width * 0.92 ? .wide : nil
        }
        if area.width > width * 0.72 { return .wide }
        if area.height > height * 0.4 { return .picture }
        // A bar such as a button whose text was not found; but for thin ones, which show progress.
        if area.width > 2.2 * area.height, area.width > width * 0.3, area.height > width * 0.04 { return .control }
        return nil
    }
}
