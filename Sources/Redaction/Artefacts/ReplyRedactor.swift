public import BoundedWork
import Redaction
public import SecureMemory
import TextAlgorithms

/// Redaction of the pictures in what a server answers a test harness or an agent: JSON, markup, any text with files in base64, or such
/// a file itself.
///
/// ```swift
/// let (reply, tally) = try ReplyRedactor(pictures).redact(body)
/// ```
/// A picture that is asked for is redacted, or the reply is refused; texts stay as they are, byte for byte.
public struct ReplyRedactor: Sendable {
    private let pictures: any PictureRedactor
    private let limits: ArtefactLimits
    private let signs: PictureSigns

    /// What was done to a reply.
    public struct Tally: Sendable, Equatable {
        /// Pictures that were redacted.
        public var pictures = 0
        /// Files within texts that were left out.
        public var dropped = 0
        /// Addresses of web sockets at the server that were changed into those at a guard; the first ones.
        public var sockets: [String] = []
        /// The recording that was taken out; nil for none.
        public var recording: Recording?

        /// States the counts.
        public init(pictures: Int = 0, dropped: Int = 0) {
            (self.pictures, self.dropped) = (pictures, dropped)
        }
    }

    /// A recording that was taken out of a reply, as it was.
    public struct Recording: Sendable, Equatable {
        /// The file.
        public let contents: SecureBytes
        /// The offset in the redacted reply of the base64 of a redacted one, within quotation marks or behind those of a `data:` URL.
        public let place: Int

        /// States a recording and its place.
        public init(contents: SecureBytes, place: Int) {
            (self.contents, self.place) = (contents, place)
        }
    }

    /// Redacts with `pictures`.
    ///
    /// - Parameter limits: Bounds on archives and texts.
    /// - Throws: ``BudgetFailure/outOfMemory(_:)``.
    public init(
        _ pictures: any PictureRedactor,
        limits: ArtefactLimits = ArtefactLimits()
    ) throws(BudgetFailure) {
        (self.pictures, self.limits) = (pictures, limits)
        signs = try PictureSigns.shared.get()
    }

    /// The reply with its pictures redacted; the same bytes if it has none.
    ///
    /// - Parameters:
    ///   - source: The page source of what its pictures show; nil for none.
    ///   - direct: Members of JSON that are changed, wherever they stand.
    ///   - takesOutRecording: Whether a recording that is all of a string is taken out, for others to redact. Otherwise, and where
    ///     there are several, the reply is refused.
    /// - Throws: ``ContentFailure``, also for a picture, a document or a recording that cannot be made safe.
    public func redact(
        _ reply: SecureBytes,
        source: SecureBytes? = nil,
        changing direct: DirectMembers = DirectMembers(),
        takingOutRecording takesOutRecording: Bool = false,
        cancellation: Cancellation = Cancellation()
    ) throws(ContentFailure) -> (reply: SecureBytes, tally: Tally) {
        var edit = DirectMemberEdit(direct)
        let reply = try mapError(edit.edited(reply), ContentFailure.outOfMemory)
        var budget = ContentRedactor.budget(forBytes: reply.count, cancellation)
        var redactor = try redactor(source, takesOutRecording, &budget)
        let place = ContentRedactor.Place()
        let isFile = Self.isFile(reply)
        guard isFile || !Self.isWide(reply) else { throw .refused("its text is in an encoding that is not read") }
        let redacted =
            isFile
            ? try redactor.redacted(reply, at: place, budget: &budget)
            : try redactor.keptText(reply, signs, place, &budget)
        var tally = Tally(pictures: redactor.tally.pictures, dropped: redactor.tally.dropped.count)
        tally.sockets = edit.sockets
        tally.recording = redactor.recording
        for entry in redactor.entries {
            tally.pictures += entry.tally.pictures
            tally.dropped += entry.outcome == .dropped ? 1 : entry.tally.dropped.count
        }
        return (redacted, tally)
    }

    /// Whether a reply is a file of its own, or text in another encoding, and not text as it is.
    private static func isFile(_ reply: SecureBytes) -> Bool {
        reply.withUnsafeBytes { bytes in
            let beginning = UnsafeRawBufferPointer(rebasing: bytes.prefix(FileSignature.byteCount))
            return FileSignature.isKnown(beginning, ofFileOfBytes: bytes.count) || TarArchive.isTar(bytes)
                || PackedFile.form(of: bytes) != nil
        }
    }

    /// Whether a text has two or four bytes for its first character, without the mark that says so: some readers of JSON guess it.
    private static func isWide(_ reply: SecureBytes) -> Bool {
        reply.withUnsafeBytes { $0.count >= 4 && ($0[0] == 0 && $0[2] == 0 || $0[1] == 0 && $0[3] == 0) }
    }

    private func redactor(
        _ source: SecureBytes?,
        _ takesOutRecording: Bool,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> ContentRedactor {
        let rules = TextRules()
        let searches = try mapError(
            SecretSearches(for: [], ToldSecrets(), budget: &budget),
            ContentFailure.unfinished
        )
        return ContentRedactor(
            ContentRedactor.Terms(
                search: TextSearch(rules, searches.texts, ReplacementMarks(rules, []), names: nil),
                foreign: ArtefactRedactor.Foreign(),
                limits: limits.archives,
                textBytes: limits.textBytes,
                pictures: pictures,
                secretsInPictures: nil,
                texts: .kept(signs),
                source: source,
                takesOutRecording: takesOutRecording
            )
        )
    }
}
