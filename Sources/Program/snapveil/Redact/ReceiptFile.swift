import Foundation
import Redaction
import SecureMemory

/// What was covered in one of the files.
struct FileReceipt: Encodable {
    /// The path of the snapshot.
    let input: String
    /// What was covered of the snapshot.
    let receipt: Receipt
}

/// The receipts of a run as JSON: one receipt for one file, an array of objects with `input` and `receipt` for several.
struct ReceiptFile {
    private let receipts: [FileReceipt]
    private let inputCount: Int

    /// Puts the receipts of a run together.
    ///
    /// - Parameters:
    ///   - receipts: The receipts of the inputs that succeeded.
    ///   - inputCount: How many inputs there were, which decides the form.
    init(_ receipts: [FileReceipt], inputCount: Int) {
        self.receipts = receipts
        self.inputCount = inputCount
    }

    /// Writes the receipts to the file at `path`.
    ///
    /// - Throws: ``FileError``.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let single = inputCount == 1 ? receipts.first : nil
        let data = try single.map { try encoder.encode($0.receipt) } ?? encoder.encode(receipts)
        try FilePlace(path).write(SecureBytes(copying: data + Data("\n".utf8)))
    }
}
