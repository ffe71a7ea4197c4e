/// How the stored rows and columns of a picture relate to what a viewer sees: the values of the EXIF tag 0x0112.
public enum Orientation: UInt16, Sendable, CaseIterable {
    /// The picture is stored as it is seen.
    case up = 1
    /// The first stored column is the right column.
    case upMirrored = 2
    /// The picture is stored turned by 180 degrees.
    case down = 3
    /// The first stored row is the bottom row.
    case downMirrored = 4
    /// Transposed: the first stored row is the left column, the first stored column the top row.
    case leftMirrored = 5
    /// The first stored row is the right column: to be turned by 90 degrees clockwise.
    case right = 6
    /// The first stored row is the right column, the first stored column the bottom row.
    case rightMirrored = 7
    /// The first stored row is the left column: to be turned by 90 degrees counterclockwise.
    case left = 8

    /// Whether rows become columns.
    public var isTransposed: Bool { rawValue >= 5 }

    /// Whether what a viewer sees at the left is stored at the far end.
    var mirrorsColumns: Bool {
        switch self {
        case .upMirrored, .down, .right, .rightMirrored: true
        case .up, .downMirrored, .leftMirrored, .left: false
        }
    }

    /// Whether what a viewer sees at the top is stored at the far end.
    var mirrorsRows: Bool {
        switch self {
        case .down, .downMirrored, .rightMirrored, .left: true
        case .up, .upMirrored, .leftMirrored, .right: false
        }
    }

    /// The size that a viewer sees of a picture stored with `size`.
    public func applied(to size: PixelSize) -> PixelSize {
        isTransposed ? size.transposed : size
    }

    /// The grid as a viewer sees it, of a picture stored with `size`.
    func applied(to grid: BlockGrid, storedSize size: PixelSize) -> BlockGrid {
        let seen = applied(to: size)
        let width = isTransposed ? grid.height : grid.width
        let height = isTransposed ? grid.width : grid.height
        let (x, y) = isTransposed ? (grid.offsetY, grid.offsetX) : (grid.offsetX, grid.offsetY)
        // A grid line stays between the same pixels; the first one of a picture that is mirrored was the last.
        return BlockGrid(
            width: width,
            height: height,
            offsetX: mirrorsColumns ? (seen.width + width - x) % width : x,
            offsetY: mirrorsRows ? (seen.height + height - y) % height : y,
            margin: grid.margin,
            isPredicted: grid.isPredicted
        )
    }
}
