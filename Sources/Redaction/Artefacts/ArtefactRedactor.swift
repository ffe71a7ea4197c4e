public import BoundedWork
public import Redaction
public import SecureMemory
public import SensitiveText

/// Redaction of what a test run leaves behind: traces, reports, logs, and archives of them.
///
/// ```swift
/// let redactor = ArtefactRedactor(policy.texts, pictures)
/// let (safe, receipt) = try redactor.redact(trace)
/// ```
/// A file is opened by what it is, whatever its name, and so is all that is in it. It is read twice: first for the secrets that it
/// tells of itself, such as what was typed into a field for a password, then to be written again without what is sensitive.
public struct ArtefactRedactor: Sendable {
    /// What becomes of contents that nobody here understands.
    public enum Unknown: String, CaseIterable, Sendable {
        /// They are left out, and the receipt says so.
        case drop
        /// They stay as they are.
        case keep
        /// The artefact is refused.
        case fail
    }

    /// What becomes of recordings.
    public enum Recordings: String, CaseIterable, Sendable {
        /// They are covered by whoever takes a run part by part; all others, such as those in a file of a run, are left out.
        case redact
        /// They are left out, and the receipt says so.
        case drop
        /// They stay as they are.
        case keep
    }

    /// What becomes of contents that are not redacted.
    public struct Foreign: Sendable {
        /// What becomes of contents that nobody here understands.
        public var unknown: Unknown
        /// What becomes of recordings.
        public var recordings: Recordings

        /// States what becomes of contents that are not understood, and of recordings.
        public init(unknown: Unknown = .drop, recordings: Recordings = .drop) {
            (self.unknown, self.recordings) = (unknown, recordings)
        }
    }

    private let rules: TextRules
    private let names: NameLexicon?
    private let secrets: [KnownSecret]
    private let foreign: Foreign
    let limits: ArtefactLimits
    private let pictures: any PictureRedactor

    /// Takes out of texts what `rules` say.
    ///
    /// - Parameters:
    ///   - rules: The kinds of values, and what stands in their place.
    ///   - pictures: Redacts the pictures.
    ///   - names: What knows names that stand without a caption; nil where they are not looked for.
    ///   - secrets: Values that have to be nowhere in the result, with a name each; ``SecretFile``.
    ///   - foreign: What becomes of contents that are not redacted.
    ///   - limits: Bounds on archives and texts.
    public init(
        _ rules: TextRules,
        _ pictures: any PictureRedactor,
        names: NameLexicon? = nil,
        secrets: [KnownSecret] = [],
        foreign: Foreign = Foreign(),
        limits: ArtefactLimits = ArtefactLimits()
    ) {
        (self.rules, self.names, self.secrets, self.foreign) = (rules, names, secrets, foreign)
        (self.limits, self.pictures) = (limits, pictures)
    }

    /// What an artefact is as a whole.
    public enum Form: String, CaseIterable, Sendable {
        /// A zip archive.
        case archive
        /// A tar archive.
        case tar
        /// A file that gzip packed: a text, or an archive.
        case gzip
        /// A file that Zstandard packed.
        case zstandard
        /// UTF-8 without control characters, or UTF-16.
        case text
    }

    /// The form of a file, by its own bytes; nil for a picture, and for what is not understood.
    public static func form(of file: SecureBytes) -> Form? {
        var budget = WorkBudget(limit: .max)
        return switch file.withUnsafeBytes({ try? ContentKind(of: $0, budget: &budget) }) {
        case .zip: .archive
        case .tar: .tar
        case .packed(.gzip): .gzip
        case .packed(.zstandard): .zstandard
        case .text, .packed(.utf16LittleEndian), .packed(.utf16BigEndian): .text
        default: nil
        }
    }

    /// The artefact without what is sensitive, and what was done to each of its entries.
    ///
    /// - Throws: ``ContentFailure``, also for an archive that is damaged as a whole.
    public func redact(
        _ artefact: SecureBytes,
        cancellation: Cancellation = Cancellation()
    ) throws(ContentFailure) -> (artefact: SecureBytes, receipt: ArtefactReceipt) {
        var budget = ContentRedactor.budget(forBytes: artefact.count, cancellation)
        let told = try told(&budget) { (survey, budget) throws(BudgetFailure) in
            try survey.read(artefact, budget: &budget)
        }
        var redactor = try redactor(knowing: told, budget: &budget)
        let redacted = try redactor.sayingNoSecret(cancellation) { (redactor) throws(ContentFailure) in
            try redactor.redacted(artefact, budget: &budget)
        }
        let entries = redactor.tallies(ofWhole: redacted == artefact ? .kept : .redacted)
        let said = try redactor.sayingNoSecret(entries, cancellation)
        return (redacted, ArtefactReceipt(entries: said.map(ArtefactReceipt.Entry.init)))
    }

    /// What would be taken out of an artefact, and out of its pictures.
    ///
    /// - Throws: ``ContentFailure``, also for an archive that is damaged as a whole.
    public func check(
        _ artefact: SecureBytes,
        cancellation: Cancellation = Cancellation()
    ) throws(ContentFailure) -> ArtefactReport {
        var budget = ContentRedactor.budget(forBytes: artefact.count, cancellation)
        let told = try told(&budget) { (survey, budget) throws(BudgetFailure) in
            try survey.read(artefact, budget: &budget)
        }
        var checker = try redactor(knowing: told, isCheck: true, budget: &budget)
        _ = try checker.sayingNoSecret(cancellation) { (checker) throws(ContentFailure) in
            try checker.redacted(artefact, budget: &budget)
        }
        return ArtefactReport(try checker.sayingNoSecret(checker.tallies(ofWhole: .kept), cancellation))
    }

    private var marks: ReplacementMarks { ReplacementMarks(rules, secrets.map(\.mark)) }

    /// The redactor of contents that tell of secrets.
    private func redactor(
        knowing told: ToldSecrets,
        isCheck: Bool = false,
        budget: inout WorkBudget
    ) throws(ContentFailure) -> ContentRedactor {
        let searches = try mapError(SecretSearches(for: secrets, told, budget: &budget), ContentFailure.unfinished)
        return redactor(by: searches, isCheck: isCheck)
    }

    /// The redactor of contents by the searches for all secrets, the known ones and those that are told.
    func redactor(by searches: SecretSearches, isCheck: Bool) -> ContentRedactor {
        ContentRedactor(
            ContentRedactor.Terms(
                isCheck: isCheck,
                search: TextSearch(rules, searches.texts, marks, names: names),
                foreign: foreign,
                limits: limits.archives,
                textBytes: limits.textBytes,
                pictures: pictures,
                secretsInPictures: searches.pictures
            )
        )
    }

    /// The secrets that what `read` reads tells of itself.
    func told(
        _ budget: inout WorkBudget,
        _ read: (inout ContentSurvey, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(ContentFailure) -> ToldSecrets {
        var survey = try mapError(ContentSurvey(limits, rules, marks, budget: &budget), ContentFailure.unfinished)
        try mapError(read(&survey, &budget), ContentFailure.unfinished)
        try survey.told.check()
        return survey.told
    }
}
