import ImageCore
import Redaction
import SecureMemory

/// The pipeline with one style on one region, as seen by anyone who can call the service.
struct RedactionChannel: Sendable {
    private let policy: Policy
    private let assets: [String: SecureBytes]
    private let region: PixelRect

    /// - Precondition: The rectangle is within ``LengthUnit/maximumLength``.
    /// - Throws: ``PolicyError`` for a style whose lengths no policy may have.
    init(_ style: Style, over rect: PixelRect, assets: [String: SecureBytes] = [:]) throws {
        guard
            let region = Region(
                x: Double(rect.x),
                y: Double(rect.y),
                width: Double(rect.width),
                height: Double(rect.height)
            )
        else { preconditionFailure("no policy can name the rectangle") }
        self.policy = try Policy(rules: [Policy.Rule(.region(region), style)])
        self.assets = assets
        self.region = rect
    }

    /// The file that the service answers with.
    func output(for snapshot: SecureBytes) throws -> [UInt8] {
        try redact(snapshot).withUnsafeBytes(Array.init)
    }

    /// The samples of the answer in the region; the rest of a PNG comes back as it was sent.
    func observation(of snapshot: SecureBytes) throws -> [UInt8] {
        try DecodedImage(decoding: redact(snapshot)).takePixels().samples(in: region)
    }

    private func redact(_ snapshot: SecureBytes) throws -> SecureBytes {
        try Redactor().redact(RedactionRequest(snapshot, policy: policy, assets: assets)).image
    }
}
