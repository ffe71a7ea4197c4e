public import Detection

/// What was found in a picture by looking for text, faces and codes.
public struct Sightings: Sendable {
    /// The lines of text, read; nil if they were not looked for.
    public let lines: [TextLine]?
    /// How many faces were found; nil if they were not looked for.
    public let faceCount: Int?
    /// How many codes were found; nil if they were not looked for.
    public let codeCount: Int?

    /// What was found; nil stands for what was not looked for. Without text, only a plain colour, a gradient or the splash that
    /// is given is taken for a hidden app.
    public init(lines: [TextLine]? = nil, faceCount: Int? = nil, codeCount: Int? = nil) {
        self.lines = lines
        self.faceCount = faceCount
        self.codeCount = codeCount
    }
}
