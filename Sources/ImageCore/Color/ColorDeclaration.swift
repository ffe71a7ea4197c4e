import SecureMemory

/// What a file says about the meaning of its samples. A hint: one that makes no sense counts as not given.
enum ColorDeclaration {
    /// A space by name or code.
    case space(ColorSpace)
    /// An ICC profile, as yet unread.
    case profile(SecureBytes)
    /// Primaries, white and curve; they are sensible.
    case calibration(Chromaticities, ToneCurve)
}
