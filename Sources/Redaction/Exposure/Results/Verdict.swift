/// Whether a picture that a system kept of an app still shows the app.
public enum Verdict: String, Sendable, CaseIterable {
    /// It shows something else: a colour, a message, a logo, a splash.
    case hidden
    /// It shows the app under a blur or a mosaic, which can be undone in part.
    case blurred
    /// It shows the app, or something that cannot be told from it.
    case visible
}

/// What hides an app.
public enum HiddenBy: String, Sendable, CaseIterable {
    /// A colour, or colours that pass into each other.
    case flat
    /// A few lines in the middle of an empty screen, perhaps below a logo or an icon.
    case message
    /// The splash that was given.
    case splash
    /// A logo in the middle of an empty screen.
    case logo
}
