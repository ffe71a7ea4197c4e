import Exposure
import ImageCore

/// What a snapshot of an app in the background still shows of the app, as it is told: in words and numbers, and never what.
struct ExposureReport: Codable, Sendable, Equatable {
    /// `hidden`, `blurred` or `visible`.
    let verdict: String
    /// What hides the app: `flat`, `message`, `splash` or `logo`; nil if nothing does.
    let hiddenBy: String?
    /// What the verdict rests on.
    let evidence: Evidence

    /// What a verdict rests on. Shares are from 0 to 1, lengths in pixels.
    struct Evidence: Codable, Sendable, Equatable {
        /// Lines of text that were found; nil, as those that follow, if there was nothing to look with.
        let lines: Int?
        /// Characters that were read.
        let characters: Int?
        let faces: Int?
        let codes: Int?
        /// The share of the picture in which nothing changes but slowly.
        let flat: Double
        /// The share of the picture with detail as fine as a display shows.
        let sharp: Double
        /// How much changes at which frequencies.
        let detail: [Detail]
        /// Why it was taken for an app, as words that follow "there is"; nil if it was not.
        let sign: String?
        let blur: Cover?
        let mosaic: Cover?
        /// How alike the picture and the splash are; nil if none was given.
        let splashLikeness: Double?
    }

    /// How much a picture changes at a frequency.
    struct Detail: Codable, Sendable, Equatable {
        /// Cycles for each pixel.
        let frequency: Double
        /// The largest change in a place, on average, 0 to 255.
        let change: Double
    }

    /// A cover that only obscures.
    struct Cover: Codable, Sendable, Equatable {
        /// The standard deviation of a blur, or the edge of a cell of a mosaic.
        let strength: Double
        let strengthInPoints: Double?
        /// Cycles for each pixel above which next to nothing is left; nil for a mosaic.
        let frequencyLimit: Double?
        /// The share of six-digit codes that the attack is known to read back at this strength.
        let recovered: Double
    }
}

extension ExposureReport {
    init(_ exposure: Exposure) {
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
    var words: String {
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
        return "\(cover) \(strength) pixels, at which a share of \(share) of six-digit codes is read back"
    }
}

extension Double {
    /// In thousandths.
    fileprivate var told: Double { (self * 1000).rounded() / 1000 }
}
