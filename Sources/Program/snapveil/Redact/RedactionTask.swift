import BoundedWork
import Detection
import Exposure
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory

/// An order ready to be carried out: its pictures are decoded.
struct RedactionTask: Sendable {
    private let order: RedactionOrder
    private let store: AssetStore
    /// Keeps covers of whole screens ready for the files to come.
    private let redactor: Redactor
    private let detector: Detector?
    /// The splash that snapshots are held against; nil for none.
    private let splash: Splash?

    /// Gets ready to follow `order`; throws for a picture that cannot be used.
    init(_ order: RedactionOrder, _ detector: Detector?) throws(InvalidFile) {
        self.order = order
        redactor = Redactor(covers: CoverCache(), detector: detector)
        store = try AssetStore(order.pictures)
        self.detector = detector
        splash = try order.splash.map { (file) throws(InvalidFile) in try Splash(inFile: file) }
    }

    func perform(_ input: RedactionInput, _ work: WorkContext) throws(RedactionError) -> RedactedFile {
        guard order.product != .exposure else { return try exposure(of: input, work) }
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
            let checked = try redactor.check(request, thumbnailEdge: order.thumbnailEdge, work: work)
            return RedactedFile(picture: checked.thumbnail ?? SecureBytes(), report: checked.report)
        }
        let result = try redactor.redact(request, work: work)
        return RedactedFile(
            picture: order.product == .preview ? try result.receipt.picture(order.output, work: work) : result.image,
            hierarchy: order.returnsHierarchy ? result.hierarchy?.bytes : nil,
            receipt: order.returnsReceipt ? result.receipt : nil
        )
    }

    private func exposure(of input: RedactionInput, _ work: WorkContext) throws(RedactionError) -> RedactedFile {
        do {
            let pixels = try DecodedImage(decoding: input.snapshot, cancellation: work.cancellation).takePixels(
                in: .sRGB
            )
            let exposure = try Exposure(
                of: pixels,
                splash: splash,
                scale: order.unit?.scale ?? input.scale,
                detector,
                work.cancellation
            )
            guard let edge = order.thumbnailEdge else { return RedactedFile(exposure: ExposureReport(exposure)) }
            let thumbnail = try pixels.reduced(to: edge, work).encoded(.jpeg(quality: 80), work: work)
            return RedactedFile(picture: thumbnail, exposure: ExposureReport(exposure))
        } catch {
            throw RedactionError(looking: error)
        }
    }

    private func policy(hasHierarchy: Bool) throws(RedactionError) -> Policy {
        guard order.product == .fullReport else { return order.policy }
        return try mapError(.everythingSensitive(hasHierarchy: hasHierarchy), RedactionError.policy)
    }
}

extension RedactionError {
    /// The error, with the faulty part of the policy in brackets.
    var sentence: String {
        switch self {
        case .policy(let error): "\(self)" + (error.pointer.map { " (policy at \"\($0)\")" } ?? "")
        case .hierarchy: "the page source cannot be read: \(self)"
        default: "\(self)"
        }
    }
}
