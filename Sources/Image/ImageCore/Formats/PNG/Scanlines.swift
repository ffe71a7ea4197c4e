import Glibc

struct Scanlines: @unchecked Sendable {
    // Sendable: the picture is borrowed, and nothing writes to rows that a strip may still read.

    private let base: UnsafePointer<UInt8>
    private let stride: Int
    let rowCount: Int
    /// Bytes of a pixel; 1 where it has less than a byte.
    let pixelCount: Int
    let height: Int

    /// The rows of `picture`, whose pixels may have been packed to `format`.
    init(_ picture: borrowing PixelBuffer, as format: PixelFormat? = nil) {
        let channels = (format ?? picture.format).channels
        base = picture.row(0)
        stride = picture.rowStride
        rowCount = picture.size.width * channels
        pixelCount = channels
        height = picture.size.height
    }

    init(_ picture: borrowing IndexedPicture, height: Int) {
        base = picture.base
        stride = picture.rowCount
        rowCount = picture.rowCount
        pixelCount = 1
        self.height = height
    }

    var filteredCount: Int { rowCount + 1 }

    /// Rows before a strip that matches in it may reach back to.
    var rowsInReach: Int { (DeflateAlphabet.longestDistance + filteredCount - 1) / filteredCount }

    func repeats(_ y: Int) -> Bool {
        y > 0 && memcmp(row(y), row(y - 1), rowCount) == 0
    }

    /// Writes row `y`, filtered, to `target`, which has room for ``filteredCount`` bytes. The first row, which has none above, and
    /// a repetition of the row above take the filter made for them.
    func filter(_ y: Int, by filter: PNGFilter, into target: UnsafeMutablePointer<UInt8>) {
        if y == 0 {
            let filter = filter == .none ? filter : .sub
            filter.apply(to: row(0), above: row(0), count: rowCount, pixel: pixelCount, into: target)
        } else if repeats(y) {
            // A row of zeros needs no filter, and without its number their run goes on.
            target[0] = isZero(y) ? PNGFilter.none.rawValue : PNGFilter.up.rawValue
            (target + 1).update(repeating: 0, count: rowCount)
        } else {
            filter.apply(to: row(y), above: row(y - 1), count: rowCount, pixel: pixelCount, into: target)
        }
    }

    private func isZero(_ y: Int) -> Bool {
        row(y)[0] == 0 && memcmp(row(y), row(y) + 1, rowCount - 1) == 0
    }

    private func row(_ y: Int) -> UnsafePointer<UInt8> { base + y * stride }
}
