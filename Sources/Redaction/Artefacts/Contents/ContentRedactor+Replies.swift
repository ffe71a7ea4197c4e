import Base64Coding
import BoundedWork
import ImageCore
import Recordings
import Redaction
import SecureMemory
import TextAlgorithms

/// Texts that stay as they are, but for the files in them that show something.
extension ContentRedactor {
    /// The text with its pictures redacted.
    ///
    /// A file that is all of a string was asked for: if it cannot be made safe, neither can the text. One within a longer text, such
    /// as an icon in the source of a page, is left out then.
    mutating func keptText(
        _ text: SecureBytes,
        _ signs: PictureSigns,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        try text.withUnsafeBytes { (bytes) throws(ContentFailure) in
            var edits = SourceEdits()
            var opened: [Range<Int>] = []
            var files = FilesInText(in: bytes)
            while let run = files.next() {
                try spend(run.range.count / 16, &budget)
                guard let file = try FileOfReply(run, in: bytes, signs, &budget) else { continue }
                opened.append(file.run.range)
                guard !isTakenOut(file, of: bytes, at: place) else {
                    try takeOut(file, of: bytes, &edits)
                    continue
                }
                let redacted = try redacted(
                    file,
                    isWhole: file.run.isWhole(in: bytes),
                    mayBeIcon: file.run.isShortURL(in: bytes),
                    place.inside(),
                    &budget
                )
                guard let redacted else { continue }
                edits.replace(file.run.range, by: try written(redacted, as: file.run, of: bytes, budget.cancellation))
            }
            let isSign = try mapError(
                signs.areIn(bytes, outside: opened, budget: &budget),
                ContentFailure.unfinished
            )
            guard !isSign else { throw .refused("a picture is written in it in a way that is not read") }
            guard !edits.isEmpty else { return text }
            return try mapError(edits.applied(to: bytes, terms.search.marks), ContentFailure.outOfMemory)
        }
    }

    /// Whether a file of a reply is a recording for others to redact. There is a text round it, which goes to the client.
    private func isTakenOut(_ file: FileOfReply, of text: UnsafeRawBufferPointer, at place: Place) -> Bool {
        guard terms.takesOutRecording, place.depth == 0, file.run.range.lowerBound > 0, file.run.isWhole(in: text),
            let form = file.content.withUnsafeBytes({ RecordingForm(beginning: $0) })
        else { return false }
        return !form.isAnimation
    }

    /// - Parameter edits: The changes of the text up to the recording.
    private mutating func takeOut(
        _ file: FileOfReply,
        of text: UnsafeRawBufferPointer,
        _ edits: inout SourceEdits
    ) throws(ContentFailure) {
        guard recording == nil else { throw .refused("several recordings are in it") }
        let head = UnsafeRawBufferPointer(rebasing: text[..<file.run.range.lowerBound])
        let place = try mapError(edits.applied(to: head, terms.search.marks), ContentFailure.outOfMemory).count
        recording = ReplyRedactor.Recording(contents: file.content, place: place)
        edits.replace(file.run.range, by: SecureBytes())
    }

    /// Refuses a text that stays, and whose bytes, read as UTF-8, have a picture in them that its own form does not show.
    mutating func refusePictures(
        inBytesOf text: SecureBytes,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) {
        guard case .kept(let signs) = terms.texts else { return }
        guard try keptText(text, signs, place.inside(), &budget) == text else {
            throw .refused("a picture is in its bytes, but not in its text")
        }
    }

    private func spend(_ units: Int, _ budget: inout WorkBudget) throws(ContentFailure) {
        try mapError(budget.spend(units), ContentFailure.unfinished)
    }

    /// What takes the place of a file: nothing where it cannot be made safe and is a part of a longer text, or a short `data:` URL,
    /// such as an icon in a list of tools; nil if it stays.
    private mutating func redacted(
        _ file: FileOfReply,
        isWhole: Bool,
        mayBeIcon: Bool,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes? {
        guard isWhole || !file.isIcon else {
            tally.dropped.append("it is small and within a text")
            return SecureBytes()
        }
        told.source = terms.source
        do throws(ContentFailure) {
            let redacted = try redacted(file.content, at: place, budget: &budget)
            return redacted == file.content ? nil : redacted
        } catch {
            guard !isWhole || mayBeIcon, case .refused(let reason) = error else { throw error }
            tally.dropped.append(reason)
            return SecureBytes()
        }
    }

    private func written(
        _ content: SecureBytes,
        as run: FileInText,
        of text: UnsafeRawBufferPointer,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes {
        do {
            var builder = try SecureBytesBuilder()
            try Base64.encode(content, into: &builder, cancellation: cancellation)
            return try run.written(builder.finish(), of: text)
        } catch {
            throw ContentFailure(error)
        }
    }
}

/// A file in base64 in a text of a reply.
private struct FileOfReply {
    let run: FileInText
    let content: SecureBytes

    /// Edge of a picture below which it is an icon.
    private static let edgeOfIcon = 64

    /// Decodes what is at a place; nil where that is no file of a kind that may show something.
    ///
    /// - Throws: ``ContentFailure/refused(_:)`` for a file whose base64 is malformed, or that has a picture in it and is not read.
    init?(
        _ run: FileInText,
        in text: UnsafeRawBufferPointer,
        _ signs: PictureSigns,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) {
        if let run = run.beginningWithFile(in: text) {
            self.run = run
            content = try Self.decoded(run, of: text, budget.cancellation)
            return
        }
        do throws(ContentFailure) {
            content = try Self.decoded(run, of: text, budget.cancellation)
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
        self.run = run
        let isText = content.withUnsafeBytes { bytes in
            UTF8Scalars.isPlainText(bytes) || PackedFile.form(of: bytes)?.isReadable ?? false
        }
        guard !isText else { return }
        let hasPicture = try mapError(
            content.withUnsafeBytes { (bytes) throws(BudgetFailure) in
                try signs.areIn(bytes, outside: [], budget: &budget)
            },
            ContentFailure.unfinished
        )
        guard !hasPicture else { throw .refused("a file of an unknown kind has a picture in it") }
        return nil
    }

    private static func decoded(
        _ run: FileInText,
        of text: UnsafeRawBufferPointer,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes {
        do {
            return try Base64.decode(run.characters(of: text), cancellation: cancellation)
        } catch let error as Base64Error {
            throw error == .cancelled ? .unfinished(.cancelled) : .refused("its base64 is malformed: \(error)")
        } catch {
            throw ContentFailure(error)
        }
    }

    /// Whether it is a picture too small to be of a screen.
    var isIcon: Bool {
        PictureDeclaration(of: content).map { min($0.size.width, $0.size.height) < Self.edgeOfIcon } ?? false
    }
}
