import ImageCore

/// A picture that covers, by its name, and how it is placed.
struct OverlayReference: Hashable {
    /// The name of a picture that comes with the snapshot, or that the server has.
    let asset: String
    /// How the picture is scaled to the target and placed in it.
    let contentMode: ContentMode
    /// The colour that shows where the picture is translucent or does not reach, in the colour space of the snapshot.
    let background: Color
}
