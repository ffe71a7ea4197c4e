package import BoundedWork
package import Detection
package import Exposure
package import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory

/// The report of how much a snapshot of an app in the background still shows of it: in words and numbers, never its content.
package struct ExposureReport: Codable, Sendable, Equatable {
    /// `hidden`, `blurred` or `visible`.
    package let verdict: String
    /// The thing that hides the app: `flat`, `message`, `splash` or `logo`; nil if nothing does.
    package let hiddenBy: String?
    package let evidence: Evidence

    /// The evidence of a verdict. Shares are from 0 to 1, lengths in pixels.
    package struct Evidence: Codable, Sendable, Equatable {
        /// Lines of text that were found; nil, like the next three, without a detector.
        package let lines: Int?
        /// Characters that were read.
        package let characters: Int?
        package let faces: Int?
        package let codes: Int?
        /// The share of the picture with slow changes alone.
        package let flat: Double
        /// The share of the picture with detail as fine as a display shows.
        package let sharp: Double
        /// The amount of change at some frequencies.
        package let detail: [Detail]
        /// The sign of an app, as words that follow "there is"; nil for none.
        package let sign: String?
        package let blur: Cover?
        package let mosaic: Cover?
        /// The likeness of the picture and the splash; nil if none was given.
        package let splashLikeness: Double?
    }

    /// The amount of change in a picture at a frequency.
    package struct Detail: Codable, Sendable, Equatable {
        /// Cycles for each pixel.
        package let frequency: Double
        /// The largest change in a place, on average, 0 to 255.
        package let change: Double
    }

    /// A cover that only obscures.
    package struct Cover: Codable, Sendable, Equatable {
        /// The standard deviation of a blur, or the edge of a cell of a mosaic.
        package let strength: Double
        package let strengthInPoints: Double?
        /// Cycles for each pixel above which next to nothing is left; nil for a mosaic.
        package let frequencyLimit: Double?
        /// The share of six-digit codes that the attack is known to read back at this strength.
        package let recovered: Double
    }
}

extension ExposureReport {
    package init(_ exposure: Exposure) {
        let seen = exposure.evidence
        verdict = exposure.verdict.rawValue
        hiddenBy = exposure.hiddenBy?.rawValue
        evidence = Evidence(
            lines: seen.lineCount,
            characters: seen.characterCount,
            faces: seen.faceCount,
            codes: seen.codeCount,
            flat: seen.flatShare.told,
            sharp: seen.sharpShare.told,
            detail: seen.detail.map { Detail(frequency: $0.frequency.told, change: $0.change.told) },
            sign: seen.interfaceSign,
            blur: seen.blur.map { blur in
                Cover(
                    strength: blur.sigma.told,
                    strengthInPoints: blur.sigmaInPoints?.told,
                    frequencyLimit: blur.frequencyLimit.told,
                    recovered: blur.recovery.share
                )
            },
            mosaic: seen.mosaic.map { mosaic in
                Cover(
                    strength: mosaic.block.told,
                    strengthInPoints: mosaic.blockInPoints?.told,
                    frequencyLimit: nil,
                    recovered: mosaic.recovery.share
                )
            },
            splashLikeness: seen.splashLikeness?.told
        )
    }

    /// The verdict and why, in a few words.
    package var words: String {
        let reasons = [
            hiddenBy.map { "by a \($0 == "flat" ? "plain colour or a gradient" : $0)" },
            evidence.sign.map { "there is \($0)" },
            evidence.blur.map { $0.words("a blur with a sigma of") },
            evidence.mosaic.map { $0.words("a mosaic with cells of") },
            evidence.lines.map { $0 == 1 ? "1 line of text" : "\($0) lines of text" } ?? "text was not looked for",
            evidence.splashLikeness.map { "likeness to the splash \($0)" },
        ]
        return "\(verdict): \(reasons.compactMap(\.self).joined(separator: ", "))"
    }
}

extension ExposureReport.Cover {
    fileprivate func words(_ cover: String) -> String {
        let share = (recovered * 100).rounded() / 100
        return "\(cover) \(strength) pixels, from which a share of \(share) of six-digit codes can be read back"
    }
}

extension Double {
    /// In thousandths.
    fileprivate var told: Double { (self * 1000).rounded() / 1000 }
}

extension Exposure {
    /// Looks at a picture, with a detector if there is one, and holds it against the splash if there is one.
    ///
    /// - Parameter scale: Pixels for each point; nil if that is not known.
    package init(
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
    convenience init(inFile file: SecureBytes) throws(InvalidFile) {
        do {
            try self.init(DecodedImage(decoding: file).takePixels(in: .sRGB), cancellation: Cancellation())
        } catch {
            throw InvalidFile("the splash", "\(error)")
        }
    }
}
