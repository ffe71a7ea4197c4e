import ImageCore

/// A picture that covers, by its name, and how it is placed.
struct OverlayReference: Hashable {
    /// The name of the picture.
    let asset: String
    /// How it is placed.
    let contentMode: ContentMode
    /// What shows where it is translucent or does not reach, in the colour space of the snapshot.
    let background: Color
}
