import BoundedWork
import Detection
import PolicyLibrary
import Redaction
import SecureMemory

/// What is done to every file, ready to be done: the pictures of the order are decoded.
struct RedactionTask: Sendable {
    private let order: RedactionOrder
    private let store: AssetStore
    /// What does the work, and keeps covers of whole screens ready for the files to come.
    private let redactor: Redactor

    /// Gets ready to follow `order`, with what it needs to look at pictures.
    ///
    /// - Throws: ``InvalidFile`` for a picture that cannot be used.
    init(_ order: RedactionOrder, _ detector: Detector?) throws(InvalidFile) {
        self.order = order
        redactor = Redactor(covers: CoverCache(), detector: detector)
        store = try AssetStore(order.pictures)
    }

    /// Redacts a file.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - work: With how many threads.
    /// - Throws: ``RedactionError``.
    func perform(_ input: RedactionInput, _ work: WorkContext) throws(RedactionError) -> RedactedFile {
        let request = RedactionRequest(
            input.snapshot,
            policy: order.policy,
            assets: order.assets,
            store: store,
            hierarchy: input.hierarchy ?? order.hierarchy,
            unit: order.unit,
            phase: order.phase,
            requiresCover: order.requiresCover,
            output: order.output
        )
        let result = try redactor.redact(request, work: work)
        return RedactedFile(
            picture: order.isPreview ? try result.receipt.picture(order.output, work: work) : result.image,
            hierarchy: order.returnsHierarchy ? result.hierarchy?.bytes : nil,
            receipt: order.returnsReceipt ? result.receipt : nil
        )
    }
}

extension RedactionError {
    /// What is wrong, with the part of the policy that is at fault in brackets.
    var sentence: String {
        switch self {
        case .policy(let error): "\(self)" + (error.pointer.map { " (policy at \"\($0)\")" } ?? "")
        case .hierarchy: "the page source cannot be read: \(self)"
        default: "\(self)"
        }
    }
}
