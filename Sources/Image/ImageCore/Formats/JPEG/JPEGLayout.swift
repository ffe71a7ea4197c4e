import CImageCodecs

/// Distribution of the samples of a YCbCr JPEG over components and minimum coded units.
struct JPEGLayout: Sendable, Hashable {
    /// Luma, blue chroma and red chroma.
    let components: [Component]

    var unitWidth: Int { components[0].across * components[0].columnsPerSample * 8 }
    var unitHeight: Int { components[0].down * components[0].rowsPerSample * 8 }

    /// One component, in blocks of 8 x 8 samples.
    struct Component: Sendable, Hashable {
        /// Blocks across a minimum coded unit.
        let across: Int
        /// Blocks down a minimum coded unit.
        let down: Int
        let columns: Int
        let rows: Int
        /// Pixels in a row that share a sample.
        let columnsPerSample: Int
        /// Pixels in a column that share a sample.
        let rowsPerSample: Int
    }

    /// Nil for another colour model, for chroma of which a pixel has part of a sample, and for units of more blocks than a scan of
    /// all components may have (ITU-T T.81, section B.2.3).
    init?(_ reader: OpaquePointer) {
        let stored = Self.stored(reader)
        guard let across = stored.map(\.across).max(), let down = stored.map(\.down).max() else { return nil }
        let isInterleavable = stored.map { Int($0.across) * Int($0.down) }.reduce(0, +) <= 10
        let isWhole = stored.allSatisfy { across % $0.across == 0 && down % $0.down == 0 }
        guard isInterleavable, isWhole else { return nil }
        components = stored.map { component in
            Component(
                across: Int(component.across),
                down: Int(component.down),
                columns: Int(component.columns),
                rows: Int(component.rows),
                columnsPerSample: Int(across / component.across),
                rowsPerSample: Int(down / component.down)
            )
        }
    }

    static func stored(_ reader: OpaquePointer) -> [jpeg_component] {
        var components = Array(repeating: jpeg_component(), count: 3)
        return jpeg_reader_components(reader, &components) ? components : []
    }

    func unitColumns(of rect: PixelRect) -> Range<Int> {
        rect.x / unitWidth..<(rect.maxX + unitWidth - 1) / unitWidth
    }

    func unitRows(of rect: PixelRect) -> Range<Int> {
        rect.y / unitHeight..<(rect.maxY + unitHeight - 1) / unitHeight
    }

    var hasSquareSamples: Bool { components.allSatisfy { $0.columnsPerSample == $0.rowsPerSample } }

    var units: BlockGrid { BlockGrid(width: unitWidth, height: unitHeight, margin: 0) }

    /// Whether `rect` covers the units that it touches, as far as they lie in a picture of `size`.
    func isWholeUnits(_ rect: PixelRect, in size: PixelSize) -> Bool {
        units.influence(of: rect, in: size) == rect
    }
}
