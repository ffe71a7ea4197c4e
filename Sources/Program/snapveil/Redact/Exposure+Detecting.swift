import BoundedWork
import Detection
import Exposure
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory

extension Exposure {
    /// Looks at a picture, with a detector if there is one.
    ///
    /// - Parameters:
    ///   - pixels: The snapshot.
    ///   - splash: What the app shows while it starts; nil if that is not known.
    ///   - scale: Pixels for each point; nil if that is not known.
    ///   - detector: What finds text, faces and codes; nil if there is none.
    ///   - cancellation: Whether it is still wanted.
    /// - Throws: `DetectionFailure` or `WorkFailure`.
    init(
        of pixels: borrowing PixelBuffer,
        splash: Splash?,
        scale: Double?,
        _ detector: Detector?,
        _ cancellation: Cancellation
    ) throws {
        var sightings = Sightings()
        if let detector {
            var budget = WorkBudget(limit: Detector.workLimit, cancellation: cancellation)
            sightings = Sightings(
                lines: try detector.lines(of: pixels, recognizing: true, budget: &budget),
                faceCount: try detector.faces(of: pixels, budget: &budget).count,
                codeCount: try Detector.codes(of: pixels, budget: &budget).count
            )
        }
        try self.init(of: pixels, sightings: sightings, splash: splash, scale: scale, cancellation: cancellation)
    }
}

extension Splash {
    /// The splash in a file.
    ///
    /// - Throws: ``InvalidFile`` for a picture that cannot be used.
    convenience init(inFile file: SecureBytes) throws(InvalidFile) {
        do {
            try self.init(DecodedImage(decoding: file).takePixels(in: .sRGB), cancellation: Cancellation())
        } catch {
            throw InvalidFile("the splash", "\(error)")
        }
    }
}
