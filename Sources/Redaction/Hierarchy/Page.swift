/// What a harness says of a page and its picture besides the boxes; lengths in CSS pixels.
public struct Page: Sendable, Equatable {
    /// Width and height of what the viewport shows of the page: those of `visualViewport`.
    public let viewport: Extent
    /// Pixels of the picture for each CSS pixel: `devicePixelRatio * visualViewport.scale`, and `devicePixelRatio` alone where
    /// the picture is of all of the page. Nil if it is not stated; a clip needs it.
    public let scale: Double?
    /// How far the page is scrolled: `pageLeft` and `pageTop` of `visualViewport`, from whose corner `boundingBox()` counts.
    /// On a phone, `scrollX` and `scrollY` are those of the layout viewport, and may be less.
    public let scroll: Offset
    /// Width and height of all of the page: those that its root element scrolls over. Nil if they are not stated.
    public let size: Extent?
    /// Whether the picture is of all of the page, and not of what the viewport shows.
    public let isFullPage: Bool
    /// The part of the viewport, or of the page where the picture is of all of it, that the picture shows. Nil for all.
    public let clip: Frame?

    /// A width and a height above 0.
    public struct Extent: Sendable, Equatable {
        /// The width in CSS pixels.
        public let width: Double
        /// The height in CSS pixels.
        public let height: Double
    }

    /// A distance from the top left corner of a page.
    public struct Offset: Sendable, Equatable {
        /// CSS pixels from the left edge of the page.
        public let x: Double
        /// CSS pixels from the top edge of the page.
        public let y: Double
    }
}
