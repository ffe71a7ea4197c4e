import BoundedWork
import Detection
import Exposure
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory

/// The order of a command, ready to be carried out on file after file: its pictures are decoded.
struct FileTask: Sendable {
    private let order: RedactionOrder
    private let store: AssetStore
    private let redactor: Redactor
    /// The splash that snapshots are held against; nil for none.
    private let splash: Splash?

    /// Gets ready to follow `order`; throws for a picture that cannot be used.
    init(_ order: RedactionOrder, _ redactor: Redactor) throws(InvalidFile) {
        self.order = order
        self.redactor = redactor
        store = try AssetStore(order.pictures)
        splash = try order.splash.map { (file) throws(InvalidFile) in try Splash(inFile: file) }
    }

    func perform(
        _ input: RedactionInput,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(RedactionError) -> RedactedParts {
        var parts = RedactedParts()
        guard order.product != .exposure else {
            let (exposure, thumbnail) = try exposure(of: input, work)
            parts.picture = thumbnail ?? parts.picture
            parts.report = try JSONText.encoded(ExposureReport(exposure))
            return parts
        }
        let hierarchy = input.hierarchy ?? order.hierarchy
        let request = RedactionRequest(
            input.snapshot,
            policy: try policy(hasHierarchy: hierarchy != nil),
            assets: order.assets,
            store: store,
            hierarchy: hierarchy,
            unit: order.unit,
            phase: order.phase,
            requiresCover: order.requiresCover,
            output: order.output
        )
        guard !order.product.isReport else {
            let checked = try redactor.check(request, thumbnailEdge: order.thumbnailEdge, work: work, meter: meter)
            parts.picture = checked.thumbnail ?? parts.picture
            parts.report = try JSONText.encoded(checked.report)
            return parts
        }
        let result = try redactor.redact(request, work: work, meter: meter)
        let isPreview = order.product == .preview
        parts.picture = isPreview ? try result.receipt.picture(order.output, work: work) : result.image
        parts.hierarchy = order.returnsHierarchy ? result.hierarchy : nil
        if order.returnsReceipt { parts.receipt = try JSONText.encoded(result.receipt) }
        return parts
    }

    private func exposure(
        of input: RedactionInput,
        _ work: WorkContext
    ) throws(RedactionError) -> (Exposure, thumbnail: SecureBytes?) {
        do {
            let pixels = try DecodedImage(decoding: input.snapshot, cancellation: work.cancellation).takePixels(
                in: .sRGB
            )
            let exposure = try Exposure(
                of: pixels,
                splash: splash,
                scale: order.unit?.scale ?? input.scale,
                redactor.detector,
                work.cancellation
            )
            guard let edge = order.thumbnailEdge else { return (exposure, nil) }
            return (exposure, try pixels.reduced(to: edge, work).encoded(.jpeg(quality: 80), work: work))
        } catch {
            throw RedactionError(looking: error)
        }
    }

    private func policy(hasHierarchy: Bool) throws(RedactionError) -> Policy {
        guard order.product == .fullReport else { return order.policy }
        return try mapError(.everythingSensitive(hasHierarchy: hasHierarchy), RedactionError.policy)
    }
}

extension JSONText {
    fileprivate static func encoded(_ value: some Encodable) throws(RedactionError) -> SecureBytes {
        try mapError(encode(value), RedactionError.outOfMemory)
    }
}

extension RedactionError {
    /// The error, with the faulty part of the policy in brackets.
    package var sentence: String {
        switch self {
        case .policy(let error): "\(self)" + (error.pointer.map { " (policy at \"\($0)\")" } ?? "")
        case .hierarchy: "the page source cannot be read: \(self)"
        default: "\(self)"
        }
    }
}
