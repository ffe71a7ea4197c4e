public import ImageCore

/// What a verdict rests on. None of it says what the picture shows.
public struct ExposureEvidence: Sendable {
    /// Lines of text that were found; nil if text was not looked for.
    public let lineCount: Int?
    /// Characters that were read in them; nil if text was not looked for.
    public let characterCount: Int?
    /// Faces that were found; nil if they were not looked for.
    public let faceCount: Int?
    /// Codes that were found; nil if they were not looked for.
    public let codeCount: Int?
    /// The share of the picture's area in which nothing changes but slowly, 0 to 1.
    public let flatShare: Double
    /// The share of the picture's area with detail as fine as a display shows, 0 to 1.
    public let sharpShare: Double
    /// How much changes at which frequencies, from the finest to the coarsest.
    public let detail: [DetailOctave]
    /// Why it was taken for the screen of an app, as words that follow "there is"; nil if it was not.
    public let interfaceSign: String?
    /// What was found of a blur.
    public let blur: FoundBlur?
    /// What was found of a mosaic.
    public let mosaic: FoundMosaic?
    /// How alike the splash and the picture are, 0 to 1; nil if none was given.
    public let splashLikeness: Double?
}

/// How much a picture changes over about half of a wave.
public struct DetailOctave: Sendable, Hashable {
    /// Cycles for each pixel.
    public let frequency: Double
    /// The largest change in a place, on average over all places, 0 to 255.
    public let change: Double
}

/// A blur that was found in a picture.
public struct FoundBlur: Sendable, Hashable {
    /// The standard deviation of a Gaussian that does the same, in pixels; estimated, for text rather too low.
    public let sigma: Double
    /// The standard deviation in points; nil if it is not known how many pixels a point has.
    public let sigmaInPoints: Double?
    /// Cycles for each pixel above which less than a hundredth of the contrast is left.
    public var frequencyLimit: Double { 0.483 / sigma }
    /// What is known to be read back of digits beneath it.
    public let recovery: DigitRecovery
}

/// A mosaic that was found in a picture.
public struct FoundMosaic: Sendable, Hashable {
    /// The edge of a cell in pixels, whole or not.
    public let block: Double
    /// The edge of a cell in points; nil if it is not known how many pixels a point has.
    public let blockInPoints: Double?
    /// What is known to be read back of digits beneath it.
    public let recovery: DigitRecovery
}
