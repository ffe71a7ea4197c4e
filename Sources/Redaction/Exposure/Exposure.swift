public import BoundedWork
public import ImageCore
import SecureMemory

/// What a picture that a system kept of an app still shows of it: the question of test 0290 of OWASP's mobile testing guide
/// and of Apple's technical note QA1838.
///
/// ```swift
/// let exposure = try Exposure(of: pixels, sightings: Sightings(lines: lines, faceCount: 0, codeCount: 0))
/// if exposure.verdict == .visible { … }
/// ```
/// It is told by what the picture looks like. In doubt an app counts as visible: ``Verdict/hidden`` are a plain colour or a
/// gradient, the splash that is given, and a logo or a few short lines without digits in the middle of an empty screen. What
/// such lines say is not judged: a screen that greets its user in nothing but a line in the middle counts as hidden.
public struct Exposure: Sendable {
    /// Whether the picture still shows the app.
    public let verdict: Verdict
    /// What hides the app; nil if nothing does.
    public let hiddenBy: HiddenBy?
    /// What the verdict rests on.
    public let evidence: ExposureEvidence

    /// Looks at a picture. Takes some ten nanoseconds for each pixel, and two bytes.
    ///
    /// - Parameters:
    ///   - pixels: The picture, upright. What shines through it is looked at over white.
    ///   - sightings: What was found in it.
    ///   - splash: What the app shows while it starts; nil if that is not known.
    ///   - scale: Pixels for each point; nil takes the picture for that of a phone, which is 400 points wide.
    ///   - cancellation: Whether it is still wanted.
    /// - Throws: `WorkFailure`.
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
