import Foundation
import Redaction
import SecureMemory

/// What was covered in one of the files.
struct FileReceipt: Encodable {
    /// The path of the snapshot.
    let input: String
    /// What was covered.
    let receipt: Receipt
}

/// The receipts of a run as JSON: one receipt for one file, an array of objects with `input` and `receipt` for several.
struct ReceiptFile {
    private let receipts: [FileReceipt]

    init(_ receipts: [FileReceipt]) {
        self.receipts = receipts
    }

    /// - Throws: ``FileError``.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let single = receipts.count == 1 ? receipts.first : nil
        let data = try single.map { try encoder.encode($0.receipt) } ?? encoder.encode(receipts)
        try OutputFile(path).write(SecureBytes(copying: data + Data("\n".utf8)))
    }
}
