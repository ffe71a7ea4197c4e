public import BoundedWork
public import Detection
public import ImageCore
import SecureMemory

/// Verdict on a picture that a system kept of an app: whether it still shows the app, the question of test 0290 of OWASP's mobile
/// testing guide and of Apple's technical note QA1838.
///
/// ```swift
/// let exposure = try Exposure(of: pixels, sightings: Sightings(lines: lines, faceCount: 0, codeCount: 0))
/// if exposure.verdict == .visible { … }
/// ```
/// The look of the picture decides. In doubt an app counts as visible: ``Verdict/hidden`` are a plain colour or a gradient,
/// the given splash, and a logo or a few short lines without digits in the middle of an empty screen. The text of such lines is
/// not judged: a screen that greets its user in nothing but a line in the middle counts as hidden.
public struct Exposure: Sendable {
    /// Whether the picture still shows the app.
    public let verdict: Verdict
    /// The thing that hides the app, if any.
    public let hiddenBy: HiddenBy?
    /// The evidence of the verdict.
    public let evidence: ExposureEvidence

    /// Judges a picture. Takes some ten nanoseconds for each pixel, and two bytes.
    ///
    /// - Parameters:
    ///   - pixels: The picture, upright. Translucent pixels are looked at over white.
    ///   - sightings: The findings in it.
    ///   - splash: The screen of the app while it starts, if known.
    ///   - scale: Pixels for each point; nil takes the picture for that of a phone, which is 400 points wide.
    ///   - cancellation: Whether it is still wanted.
    public init(
        of pixels: borrowing PixelBuffer,
        sightings: Sightings,
        splash: Splash? = nil,
        scale: Double? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(WorkFailure) {
        self = try cancellation.finish { () throws(OutOfMemory) in
            try Exposure(Look(at: pixels, sightings, splash, scale: scale, cancellation))
        }
    }
}

/// Evidence of a verdict, without the content of the picture.
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
    /// Amounts of change by frequency, from the finest to the coarsest.
    public let detail: [DetailOctave]
    /// Reason why it was taken for the screen of an app, as words that follow "there is"; nil if it was not.
    public let interfaceSign: String?
    /// The blur that was found.
    public let blur: FoundBlur?
    /// The mosaic that was found.
    public let mosaic: FoundMosaic?
    /// Likeness of the splash and the picture, 0 to 1; nil if none was given.
    public let splashLikeness: Double?
}

/// Amount of change over about half of a wave.
public struct DetailOctave: Sendable, Hashable {
    /// Cycles for each pixel.
    public let frequency: Double
    /// The largest change in a place, on average over all places, 0 to 255.
    public let change: Double
}

/// A blur that was found in a picture.
public struct FoundBlur: Sendable, Hashable {
    /// The standard deviation of an equivalent Gaussian, in pixels; estimated, for text rather too low.
    public let sigma: Double
    /// The standard deviation in points; nil if the pixels of a point are not known.
    public let sigmaInPoints: Double?
    /// Cycles for each pixel above which less than a hundredth of the contrast is left.
    public var frequencyLimit: Double { 0.483 / sigma }
    /// Share of digits beneath it that is known to be read back.
    public let recovery: DigitRecovery
}

/// A mosaic that was found in a picture.
public struct FoundMosaic: Sendable, Hashable {
    /// The edge of a cell in pixels, whole or not.
    public let block: Double
    /// The edge of a cell in points; nil if the pixels of a point are not known.
    public let blockInPoints: Double?
    /// Share of digits beneath it that is known to be read back.
    public let recovery: DigitRecovery
}

/// Findings of the search for text, faces and codes in a picture.
public struct Sightings: Sendable {
    /// The lines of text, read; nil if they were not looked for.
    public let lines: [TextLine]?
    /// The number of faces; nil if they were not looked for.
    public let faceCount: Int?
    /// The number of codes; nil if they were not looked for.
    public let codeCount: Int?

    /// States the findings; nil stands for a search that was not made. Without text, only a plain colour, a gradient or the given
    /// splash is taken for a hidden app.
    public init(lines: [TextLine]? = nil, faceCount: Int? = nil, codeCount: Int? = nil) {
        self.lines = lines
        self.faceCount = faceCount
        self.codeCount = codeCount
    }
}

/// Whether a picture that a system kept of an app still shows the app.
public enum Verdict: String, Sendable, CaseIterable {
    /// It shows something else: a colour, a message, a logo, a splash.
    case hidden
    /// It shows the app under a blur or a mosaic, which can be undone in part.
    case blurred
    /// It shows the app, or something that looks like one.
    case visible
}

/// Cover of a hidden app.
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
