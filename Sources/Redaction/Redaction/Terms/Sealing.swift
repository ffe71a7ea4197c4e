import ImageCore
package import StrictJSON

/// The wish for what covers hide: the pixels of a picture, or an artefact as it was.
public enum Sealing: Sendable, Hashable {
    /// Nobody wants it.
    case notWanted
    /// It is wanted, to be encrypted to so many recipients, 1 or more; a policy may forbid it.
    case wanted(recipients: Int)
    /// The operator forbids it, whoever wants it.
    case forbidden

    /// Bytes for each pixel of a snapshot: the covered pixels, and the file that they are encrypted in.
    var workBytesOfPixel: Int {
        if case .wanted = self { 2 * PixelFormat.rgba.channels } else { 0 }
    }
}

/// Whether what a policy hides may be sealed to those who may see it.
public enum SealingRule: String, Sendable, CaseIterable {
    /// It may, where a request asks for it.
    case allowed
    /// It is gone, whoever asks.
    case never
}

/// What became of a wish for what covers hide. The redacted file never holds it.
public struct SealingFate: Sendable, Equatable, Codable {
    /// Number of recipients that it is encrypted to; 0 where sealing is forbidden.
    public let recipients: Int
    /// The one who forbids it; nil where it is sealed.
    public let forbidden: Prohibition?

    /// The one who forbids to seal.
    public enum Prohibition: String, Sendable, CaseIterable, Codable {
        /// The policy, by `"seal": "never"`.
        case policy
        /// The operator of the server or of the command, by `--no-seal`.
        case `operator`
    }

    /// Nil where nobody wants it and nobody forbids it, and where only a plan is asked for.
    package init?(_ sealing: Sealing, rule: SealingRule, wantsPicture: Bool = true) {
        switch (rule, sealing) {
        case (.never, _): (recipients, forbidden) = (0, .policy)
        case (.allowed, .forbidden): (recipients, forbidden) = (0, .operator)
        case (.allowed, .wanted(let count)) where wantsPicture: (recipients, forbidden) = (count, nil)
        case (.allowed, .wanted), (.allowed, .notWanted): return nil
        }
    }

    /// Whether there is a sealed file.
    package var isSealed: Bool { recipients > 0 }

    /// The form in JSON.
    package static let schema = JSONSchema.object([
        .required("recipients", .integer(atLeast: 0), "number of recipients that what is covered is encrypted to"),
        .optional("forbidden", .word(of: Prohibition.self), "the one who forbids sealing"),
    ])
}
