/// What a harness says of a page and its picture beside the boxes; lengths in CSS pixels.
public struct Page: Sendable, Equatable {
    /// Width and height of what the viewport shows of the page: those of `visualViewport`. Both above 0.
    public let viewport: Extent
    /// Pixels of the picture for each CSS pixel: `devicePixelRatio * visualViewport.scale`. Nil if it is not said, which a clip needs.
    public let scale: Double?
    /// How far the page is scrolled: `scrollX` and `scrollY`.
    public let scroll: Offset
    /// Width and height of all of the page: those that its root element scrolls over. Nil if they are not said.
    public let size: Extent?
    /// Whether the picture is of all of the page, and not of what the viewport shows.
    public let isFullPage: Bool
    /// The part of the viewport, or of the page where the picture is of all of it, that the picture shows. Nil for all.
    public let clip: Frame?

    /// A width and a height above 0.
    public struct Extent: Sendable, Equatable {
        /// The width.
        public let width: Double
        /// The height.
        public let height: Double
    }

    /// A distance from the top left corner of a page.
    public struct Offset: Sendable, Equatable {
        /// To the right.
        public let x: Double
        /// Downward.
        public let y: Double
    }
}
