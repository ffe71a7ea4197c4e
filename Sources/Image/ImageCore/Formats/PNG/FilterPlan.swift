/// The strips that a picture is written in, and how each is.
///
/// Strips are of the same size whatever the number of threads, so that the file is.
struct FilterPlan {
    /// Rows of a strip; the last has what is left.
    let rowsOfStrip: Int
    /// How each strip is written.
    var strips: [Strip]

    /// How a strip is written.
    struct Strip: Equatable {
        var filter: PNGFilter
        /// Whether so little repeats that ``PhotographDeflater`` is the one to deflate it.
        var isPhotographic = false
    }

    private let height: Int

    /// Bytes of filtered rows in a strip, more or less: enough that a strip loses little by starting anew, few enough that
    /// two processors finish at about the same time.
    static let stripCount = 2 << 20

    init(_ lines: Scanlines, stripCount: Int = stripCount) {
        height = lines.height
        rowsOfStrip = max(1, stripCount / lines.filteredCount)
        let count = (lines.height + rowsOfStrip - 1) / rowsOfStrip
        strips = Array(repeating: Strip(filter: .sub), count: count)
    }

    /// The rows of strip `index`.
    func rows(_ index: Int) -> Range<Int> {
        index * rowsOfStrip..<min((index + 1) * rowsOfStrip, height)
    }

    /// The filter of row `y`.
    func filter(_ y: Int) -> PNGFilter { strips[y / rowsOfStrip].filter }
}
