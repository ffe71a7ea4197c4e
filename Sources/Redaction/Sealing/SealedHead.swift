import BoundedWork
import ImageCore
import Redaction
import SecureMemory
import StrictJSON

/// The first two lines of the content of a sealed file.
///
/// ```
/// snapveil-sealed/1
/// {"picture":{"sha256":"9f…","width":1290,"height":2796},"receipt":812,"rectangles":[{"x":10,"y":20,"width":300,"height":40,"png":48247}]}
/// ```
/// or for an artefact, such as a trace:
/// ```
/// snapveil-sealed/1
/// {"artefact":{"sha256":"9f…"},"receipt":2140,"original":5303301}
/// ```
/// Each ends with a line feed. `sha256` is the digest of the whole redacted file. Behind the lines is the receipt, JSON of so many bytes,
/// then what was sealed: ``SealedPixels`` or a ``SealedArtefact``.
enum SealedHead {
    case picture(SealedPixels.Head)
    case artefact(SealedArtefact.Head)

    private static let name = "snapveil-sealed/"
    private static let version = "1"
    /// The first line, and its line feed.
    static let firstLine = "\(name)\(version)\n"

    /// Upper bound on the bytes of the second line: of the most rectangles, each with the longest numbers.
    private static let longestLine = 1 << 20
    /// Upper bound on a number of bytes: more than a file has.
    static let byteCounts = 0...1 << 40
    /// Bytes of a receipt, which is held in memory.
    static let receiptByteCounts = 0...64 << 20

    /// Reads the head of what anyone may have written: recipients are no secret.
    init(reading text: inout PlainText) throws(UnsealingError) {
        let first = try text.line(atMost: 64)
        let name = first.map { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } } ?? ""
        guard name.hasPrefix(Self.name) else { throw .notSnapveils }
        let version = name.dropFirst(Self.name.count)
        guard version == Self.version else { throw .unknownVersion(QuotedText.printing(String(version))) }
        guard let line = try text.line(atMost: Self.longestLine) else { throw .malformed("its second line has no end") }
        do {
            try self.init(JSONCursor(JSONValue(parsing: line)))
        } catch let error as JSONSyntaxError {
            throw .malformed("its second line is no JSON: \(error.reason)")
        } catch {
            throw .malformed("its second line does not fit: \(error)")
        }
    }

    private init(_ json: JSONCursor) throws(JSONSchemaError) {
        let names = ["picture", "rectangles", "artefact", "original", "receipt"]
        let isArtefact = try json.object(allowing: names).optional("artefact") != nil
        self = isArtefact ? .artefact(try SealedArtefact.Head(json)) : .picture(try SealedPixels.Head(json))
    }
}

extension JSONObjectCursor {
    /// The digest in the member of a head that is about the redacted file.
    func digest() throws(JSONSchemaError) -> String { try required("sha256").string(bytes: 64...64) }
}
