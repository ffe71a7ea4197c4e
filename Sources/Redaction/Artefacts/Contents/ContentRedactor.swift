import Base64Coding
import BoundedWork
import Recordings
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
        /// Whether contents are only looked into, and stay as they are.
        var isCheck = false
        let search: TextSearch
        let foreign: ArtefactRedactor.Foreign
        let limits: ZipLimits
        var textBytes = Int.max
        let pictures: any PictureRedactor
        /// The search for secrets in pictures; nil if there are none.
        let secretsInPictures: KnownTextSearch?
        var texts = Texts.redacted
        /// The page source of all pictures in a reply; nil for none.
        var source: SecureBytes?
        /// Whether recordings that are entries of their own are handed back, for others to cover.
        var handsRecordingsBack = false
        /// Whether a recording that is all of a string of a reply is taken out of it.
        var takesOutRecording = false
    }

    /// What becomes of texts.
    enum Texts: Sendable {
        /// What is sensitive is taken out.
        case redacted
        /// They stay, but for the pictures in them; the signs are of those that are not read.
        case kept(PictureSigns)
    }

    /// What a content tells of itself and of others beside it.
    struct Told {
        /// The page source of a picture: as it lies beside it, then without what is covered.
        var source: SecureBytes?
        /// Whether it is a picture.
        var isPicture = false
        /// Whether it is a recording, which is as it was yet.
        var isRecording = false
        /// The text of a picture.
        var text = SeenText()
        var traces: [PlaywrightTrace] = []
    }

    /// A place within an artefact.
    struct Place {
        /// The names of the archives and the entry, with slashes; nil for the artefact itself.
        var name: String?
        /// The line of the text that it is in; nil for a file of its own, or where that is not asked for.
        var line: Int?
        /// Contents round it, and archives among them.
        var (depth, archives) = (0, 0)

        func within(_ entry: String) -> Place {
            Place(name: name.map { "\($0)/\(entry)" } ?? entry, depth: depth + 1, archives: archives + 1)
        }

        func inside(line: Int? = nil) -> Place {
            Place(name: name, line: line, depth: depth + 1, archives: archives)
        }
    }

    /// Contents within each other that are opened at most, and archives.
    static let (maximumDepth, maximumArchives) = (12, 4)

    var terms: Terms
    var tally = ContentTally()
    var told = Told()
    /// What became of the entries of archives.
    var entries: [EntryTally] = []
    /// The recording that was taken out of a reply.
    var recording: ReplyRedactor.Recording?
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
        case .empty, .viewer: return content
        case .picture where handsBack(content, at: place):
            told.isRecording = true
            return content
        case .picture:
            let redacted = try terms.pictures.redact(content, source: told.source, secrets: terms.secretsInPictures)
            tally.pictures += 1
            if let report = redacted.report {
                tally.reports.append(ContentTally.Picture(line: place.line, report: report))
            }
            (told.source, told.text, told.isPicture) = (redacted.source, redacted.text, true)
            return redacted.image
        case .text: return try redactedText(content, place, &budget)
        case .packed(let form): return try redactedPacked(content, form, place, &budget)
        case .zip, .tar: return try redactedArchive(content, isTar: kind == .tar, place, &budget)
        case .unknown(let name):
            guard terms.foreign.unknown == .keep else { throw .refused("it is \(name)") }
            return content
        case .recording:
            told.isRecording = handsBack(content, at: place)
            guard terms.foreign.recordings == .keep || told.isRecording else { throw .refused("it is a recording") }
            return content
        }
    }

    /// Whether it is a recording for others to cover.
    private func handsBack(_ content: SecureBytes, at place: Place) -> Bool {
        terms.handsRecordingsBack && place.depth == 1
            && content.withUnsafeBytes { RecordingForm(beginning: $0) } != nil
    }

    private mutating func redactedPacked(
        _ content: SecureBytes,
        _ form: PackedFile.Form,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        let file = try PackedFile(content, form, terms.limits, budget: &budget)
        try count(file.contents.count)
        var inner = Self.budget(forBytes: file.contents.count, budget.cancellation)
        let redacted = try redacted(file.contents, at: place.inside(), budget: &inner)
        let isClean = redacted == file.contents && !file.holdsMore
        let result = isClean || terms.isCheck ? content : try file.packed(redacted, budget.cancellation)
        if form.isReadable {
            try refuseSecrets(inBytesOf: result, &budget)
            try refusePictures(inBytesOf: result, place, &budget)
        }
        return result
    }

    /// Refuses a file whose bytes, read as UTF-8, have a secret in them that its own form does not show.
    private func refuseSecrets(inBytesOf file: SecureBytes, _ budget: inout WorkBudget) throws(ContentFailure) {
        var edits = SourceEdits()
        try mapError(
            file.withUnsafeBytes { (bytes) throws(BudgetFailure) in
                try terms.search.secrets.find(in: bytes, at: 0, .plain, into: &edits, budget: &budget)
            },
            ContentFailure.unfinished
        )
        guard edits.isEmpty else { throw .refused("a secret is in its bytes, but not in its text") }
    }

    /// What became of the artefact, unless it is an archive and no more, and of its entries.
    func tallies(ofWhole outcome: ArtefactReceipt.Outcome) -> [EntryTally] {
        let isArchiveAlone = tally.isEmpty && !entries.isEmpty
        return (isArchiveAlone ? [] : [EntryTally(name: nil, outcome, tally)]) + entries
    }

    /// Counts bytes that were packed in the artefact.
    mutating func count(_ bytes: Int) throws(ContentFailure) {
        inflated += bytes
        guard inflated <= terms.limits.totalBytes else {
            throw .refused("there are more bytes than an artefact may have")
        }
    }

    private mutating func redactedText(
        _ text: SecureBytes,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        guard text.count <= terms.textBytes else {
            throw .refused("it is a text of more than \(terms.textBytes) bytes")
        }
        if case .kept(let signs) = terms.texts { return try keptText(text, signs, place, &budget) }
        return try text.withUnsafeBytes { (bytes) throws(ContentFailure) in
            let walk = try mapError(CarrierWalk(bytes, budget: &budget), ContentFailure.unfinished)
            var edits = try allEdits(of: walk, in: bytes, place, &budget)
            if walk.isJSON, !terms.isCheck {
                let trace = try mapError(PlaywrightTrace(bytes, edits, budget: &budget), ContentFailure.unfinished)
                if let trace { told.traces.append(trace) }
            }
            edits.settle(in: bytes, terms.search.marks)
            count(edits, in: bytes, place)
            guard !edits.isEmpty, !terms.isCheck else { return text }
            if let record = walk.record { edits.resize(record.texts, terms.search.marks) }
            let redacted = try mapError(edits.applied(to: bytes, terms.search.marks), ContentFailure.outOfMemory)
            guard walk.record == nil || redacted.withUnsafeBytes({ RecordCarrier($0) }) != nil else {
                throw .refused("a secret is in what holds its texts together")
            }
            return redacted
        }
    }

    private mutating func count(_ edits: SourceEdits, in source: UnsafeRawBufferPointer, _ place: Place) {
        var lines = LineNumbers(of: source)
        for (mark, range, _) in edits.marks {
            tally.count(mark.word, line: terms.isCheck ? place.line ?? lines.line(of: range.lowerBound) : nil)
        }
    }

    /// What is taken out of a text, and what takes the place of contents in it.
    private mutating func allEdits(
        of walk: CarrierWalk,
        in source: UnsafeRawBufferPointer,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SourceEdits {
        var nested: [NestedContent] = []
        var edits = try mapError(
            foundEdits(of: walk, in: source, besides: &nested, budget: &budget),
            ContentFailure.unfinished
        )
        var lines = LineNumbers(of: source)
        for part in nested {
            let place = self.place(at: part.range.lowerBound, &lines, of: place)
            let redacted = try orDropped { (redactor) throws(ContentFailure) in
                try redactor.redacted(part.content, at: place, budget: &budget)
            }
            guard redacted != part.content else { continue }
            edits.replace(part.range, by: try mapError(part.written(redacted), ContentFailure.outOfMemory))
        }
        lines = LineNumbers(of: source)
        for range in walk.embedded.ranges(outside: nested.map(\.range)) {
            let place = self.place(at: range.lowerBound, &lines, of: place)
            let file = try orDropped { (redactor) throws(ContentFailure) in
                try redactor.redactedBase64(source[range], place, &budget)
            }
            edits.replace(range, by: file)
        }
        return edits
    }

    /// The place of a content in a text, of whose place it has the line if that has one.
    private func place(at offset: Int, _ lines: inout LineNumbers, of text: Place) -> Place {
        text.inside(line: terms.isCheck ? text.line ?? lines.line(of: offset) : nil)
    }

    /// What is taken out of a text, but for contents in it, which are appended to `nested` in their order.
    private func foundEdits(
        of walk: CarrierWalk,
        in source: UnsafeRawBufferPointer,
        besides nested: inout [NestedContent],
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> SourceEdits {
        var sheet = try TextSheet(of: source, terms.search)
        try walk.forEachPart(budget: &budget) { (part, budget) throws(BudgetFailure) in
            switch part {
            case .piece(let piece): try sheet.append(piece, budget: &budget)
            case .member(let text): try sheet.append(text, of: source, budget: &budget)
            case .nested(let content): nested.append(content)
            case .structure(let range): try sheet.takeSecrets(outOfStructure: range, budget: &budget)
            case .secret(let member): sheet.takeOut(member)
            }
        }
        return try sheet.finish(budget: &budget)
    }

    private mutating func redactedBase64(
        _ text: Slice<UnsafeRawBufferPointer>,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        let file = try EmbeddedFiles.decode(text, budget.cancellation)
        let redacted = try redacted(file, at: place, budget: &budget)
        guard !terms.isCheck else { return SecureBytes() }
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
            guard case .refused(let reason) = error, terms.foreign.unknown != .fail else { throw error }
            tally.dropped.append(reason)
            return SecureBytes()
        }
    }
}
