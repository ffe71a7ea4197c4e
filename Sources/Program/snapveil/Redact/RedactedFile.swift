import Foundation
import Redaction
import SecureMemory

struct RedactedFile: Sendable {
    /// The redacted snapshot, or a preview of the covers; with a report its thumbnail, empty if none is wanted.
    var picture = SecureBytes()
    var hierarchy: SecureBytes?
    var receipt: Receipt?
    var report: CheckReport?
    /// The exposure of the app, if that was asked for.
    var exposure: ExposureReport?
}

struct FileReceipt: Encodable {
    let input: String
    let receipt: Receipt
}

/// The receipts of a run as JSON: one receipt for one file, an array of objects with `input` and `receipt` for several.
struct ReceiptFile {
    /// The receipts of the inputs that succeeded.
    let receipts: [FileReceipt]
    /// The number of all inputs, which decides the form.
    let inputCount: Int

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let single = inputCount == 1 ? receipts.first : nil
        let data = try single.map { try encoder.encode($0.receipt) } ?? encoder.encode(receipts)
        try FilePlace(path).write(SecureBytes(copying: data + Data("\n".utf8)))
    }
}
