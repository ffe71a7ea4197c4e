import Hierarchy
import ImageCore
import Testing

/// A size that is one.
func pixelSize(_ width: Int, _ height: Int) throws -> PixelSize {
    try #require(PixelSize(width: width, height: height))
}

/// A rectangle that has an area.
func pixelRect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> PixelRect {
    try #require(PixelRect(x: x, y: y, width: width, height: height))
}

extension Placement {
    /// The pixels of the one element with this identifier.
    func rect(of identifier: String, in hierarchy: Hierarchy) throws -> PixelRect? {
        try hierarchy.elements[hierarchy.index(identifier)].frame.flatMap { rect(of: $0) }
    }
}
