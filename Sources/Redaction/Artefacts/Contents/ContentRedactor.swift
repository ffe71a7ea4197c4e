import Base64Coding
import BoundedWork
import Redaction
import SecureMemory
import TextAlgorithms

/// Redaction of one content, whatever it is and whatever is in it.
///
/// A content is opened by what it is. What is in it is a content again: an entry of an archive, a string of JSON that is JSON itself,
/// a picture in base64.
struct ContentRedactor {
    /// What holds for all contents of an artefact.
    struct Terms: Sendable {
        let search: TextSearch
        let rules: TextRules
        let unknown: ArtefactRedactor.Unknown
        let limits: ZipLimits
        let pictures: any PictureRedactor
        /// The search for secrets in pictures; nil if there are none.
        let secretsInPictures: KnownTextSearch?
    }

    /// What a content tells of itself and of others beside it.
    struct Told {
        /// The page source of a picture: as it lies beside it, then without what is covered.
        var source: SecureBytes?
        /// Whether it is a picture.
        var isPicture = false
        /// The text of a picture.
        var text = SeenText()
        var traces: [PlaywrightTrace] = []
    }

    /// A place within an artefact.
    struct Place {
        /// The names of the archives and the entry, with slashes; nil for the artefact itself.
        var name: String?
        /// Contents round it, and archives among them.
        var (depth, archives) = (0, 0)

        func within(_ entry: String) -> Place {
            Place(name: name.map { "\($0)/\(entry)" } ?? entry, depth: depth + 1, archives: archives + 1)
        }

        var inside: Place { Place(name: name, depth: depth + 1, archives: archives) }
    }

    /// Contents within each other that are opened at most, and archives.
    static let (maximumDepth, maximumArchives) = (12, 4)

    let terms: Terms
    var tally = ContentTally()
    var told = Told()
    /// What became of the entries of archives.
    var entries: [ArtefactReceipt.Entry] = []
    /// Bytes of all entries that were opened.
    var inflated: Int

    init(_ terms: Terms, inflated: Int = 0) {
        (self.terms, self.inflated) = (terms, inflated)
    }

    /// The content without what is sensitive; the same if nothing is.
    mutating func redacted(
        _ content: SecureBytes,
        at place: Place = Place(),
        budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        guard place.depth < Self.maximumDepth else {
            throw .refused("files lie in it more than \(Self.maximumDepth) deep")
        }
        let kind = try mapError(
            content.withUnsafeBytes { (bytes) throws(BudgetFailure) in try ContentKind(of: bytes, budget: &budget) },
            ContentFailure.unfinished
        )
        switch kind {
        case .empty: return content
        case .picture:
            let redacted = try terms.pictures.redact(content, source: told.source, secrets: terms.secretsInPictures)
            tally.pictures += 1
            (told.source, told.text, told.isPicture) = (redacted.source, redacted.text, true)
            return redacted.image
        case .text: return try redactedText(content, place, &budget)
        case .zip: return try redactedArchive(content, place, budget.cancellation)
        case .unknown(let name):
            guard terms.unknown == .keep else { throw .refused("it is \(name)") }
            return content
        }
    }

    private mutating func redactedText(
        _ text: SecureBytes,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        let edits = try text.withUnsafeBytes { (bytes) throws(ContentFailure) in
            let carrier = try mapError(JSONCarrier(bytes, budget: &budget), ContentFailure.unfinished)
            guard let carrier else { return try editsOfPlainText(bytes, place, &budget) }
            let edits = try editsOfJSON(carrier, bytes, place, &budget)
            let trace = try mapError(PlaywrightTrace(bytes, edits, budget: &budget), ContentFailure.unfinished)
            if let trace { told.traces.append(trace) }
            return edits
        }
        guard !edits.isEmpty else { return text }
        var marks: [TextMark: Int] = [:]
        let redacted = try mapError(
            text.withUnsafeBytes { (bytes) throws(OutOfMemory) in
                try edits.applied(to: bytes, terms.rules, tally: &marks)
            },
            ContentFailure.outOfMemory
        )
        for (mark, count) in marks { tally.values[mark.word, default: 0] += count }
        return redacted
    }

    private mutating func editsOfPlainText(
        _ source: UnsafeRawBufferPointer,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SourceEdits {
        let embedded = try mapError(EmbeddedFiles(in: source, budget: &budget), ContentFailure.unfinished)
        var edits = try mapError(edits(of: source, without: embedded, budget: &budget), ContentFailure.unfinished)
        for range in embedded.ranges {
            let file = try orDropped { (redactor) throws(ContentFailure) in
                try redactor.redactedBase64(source[range], place, &budget)
            }
            edits.replace(range, by: file)
        }
        return edits
    }

    private mutating func editsOfJSON(
        _ carrier: JSONCarrier,
        _ source: UnsafeRawBufferPointer,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SourceEdits {
        var nested: [(range: Range<Int>, content: SecureBytes)] = []
        var edits = try mapError(
            edits(of: carrier, in: source, besides: &nested, budget: &budget),
            ContentFailure.unfinished
        )
        for (range, content) in nested {
            let redacted = try orDropped { (redactor) throws(ContentFailure) in
                try redactor.redacted(content, at: place.inside, budget: &budget)
            }
            guard redacted != content else { continue }
            edits.replace(range, by: try mapError(NestedContent.escaped(redacted), ContentFailure.outOfMemory))
        }
        return edits
    }

    /// What is taken out of lines or markup, but for files in base64.
    private func edits(
        of source: UnsafeRawBufferPointer,
        without embedded: EmbeddedFiles,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> SourceEdits {
        var sheet = try TextSheet(of: source, terms.search)
        if let markup = MarkupCarrier(source) {
            try markup.fill(&sheet, without: embedded, budget: &budget)
            try markup.forEachSecret(budget: &budget) { sheet.takeOut($0) }
        } else {
            try TextCarrier(source).fill(&sheet, from: 0..<source.count, without: embedded, budget: &budget)
        }
        return try sheet.finish(budget: &budget)
    }

    /// What is taken out of JSON, but for strings that are carriers themselves, which are appended to `nested`.
    private func edits(
        of carrier: JSONCarrier,
        in source: UnsafeRawBufferPointer,
        besides nested: inout [(range: Range<Int>, content: SecureBytes)],
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> SourceEdits {
        var sheet = try TextSheet(of: source, terms.search)
        try carrier.forEachPart(budget: &budget) { (part, budget) throws(BudgetFailure) in
            switch part {
            case .secret(let member): sheet.takeOut(member)
            case .text(let text):
                if let content = try NestedContent.content(of: text, in: source, budget: &budget) {
                    nested.append((text.range, content))
                } else {
                    try sheet.append(text, of: source, budget: &budget)
                }
            }
        }
        return try sheet.finish(budget: &budget)
    }

    private mutating func redactedBase64(
        _ text: Slice<UnsafeRawBufferPointer>,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        let file: SecureBytes
        do {
            file = try Base64.decode(SecureBytes(copying: text), cancellation: budget.cancellation)
        } catch let error as Base64Error {
            throw error == .cancelled ? .unfinished(.cancelled) : .refused("its base64 is malformed: \(error)")
        } catch {
            throw .outOfMemory(OutOfMemory(byteCount: text.count))
        }
        let redacted = try redacted(file, at: place.inside, budget: &budget)
        do {
            var builder = try SecureBytesBuilder()
            try Base64.encode(redacted, into: &builder, cancellation: budget.cancellation)
            return builder.finish()
        } catch {
            throw .outOfMemory(error)
        }
    }

    /// What `body` makes of a part of a content, or nothing where the part cannot be made safe, which is noted.
    private mutating func orDropped(
        _ body: (inout ContentRedactor) throws(ContentFailure) -> SecureBytes
    ) throws(ContentFailure) -> SecureBytes {
        do {
            return try body(&self)
        } catch {
            guard case .refused(let reason) = error, terms.unknown != .fail else { throw error }
            tally.dropped.append(reason)
            return SecureBytes()
        }
    }
}
