/// Why a snapshot was not rendered.
enum RenderingError: Error, Equatable, CustomStringConvertible {
    /// The family is not installed; what would stand in for it.
    case fontMissing(Typeface, found: String?)
    /// Cairo has no memory for the picture.
    case noCanvas
    /// A picture could not be written, as libjpeg failed.
    case notEncoded

    /// What went wrong, as a sentence for the one who runs the attack.
    var description: String {
        switch self {
        case .fontMissing(let typeface, let found):
            "the font \(typeface.family) is missing\(found.map { " (\($0) would stand in for it)" } ?? ""): "
                + "install the Debian package \(typeface.package)"
        case .noCanvas: "there is no memory for a picture"
        case .notEncoded: "a JPEG could not be written"
        }
    }
}
