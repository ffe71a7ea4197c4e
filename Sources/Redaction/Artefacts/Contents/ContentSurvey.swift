import BoundedWork
import Hierarchy
import Redaction
import SecureMemory
import TextAlgorithms

/// The secrets that contents tell of themselves: what fields hold that are called like one, and what stands beside a caption that says
/// so. They are taken out of everything else, too.
struct ContentSurvey: ~Copyable {
    /// Bytes of a secret that is taken out elsewhere.
    private static let length = 4...4096

    private static let literals: Set<String> = [
        "true", "false", "null", "none", "undefined", "unknown", "empty", "default", "enabled", "disabled", "optional",
        "required", "hidden", "masked", "redacted",
    ]
    /// Bytes of a word that may be the name of a secret and no secret itself.
    private static let longestWord = 16

    private(set) var told: ToldSecrets
    private var names: FieldNames
    private let captions: TextSearch
    private let limits: ZipLimits
    private let textBytes: Int
    private var inflated = 0

    init(
        _ limits: ArtefactLimits,
        _ rules: TextRules,
        _ marks: ReplacementMarks,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let captions = try TextSearch.byCaption(rules, marks, budget: &budget)
        names = try FieldNames(budget: &budget)
        self.captions = captions
        self.limits = limits.archives
        textBytes = limits.textBytes
        told = ToldSecrets(mostSearchBytes: limits.searchBytes)
    }

    /// Reads a content, and what is in it. What cannot be read tells nothing; it is dropped when it is to be redacted.
    ///
    /// - Parameter isOfProgram: Whether it is in a program, which calls by names of secrets what it says about them.
    mutating func read(
        _ content: SecureBytes,
        depth: Int = 0,
        isOfProgram: Bool = false,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        guard depth < ContentRedactor.maximumDepth else { return }
        let kind = try content.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            try ContentKind(of: bytes, budget: &budget)
        }
        switch kind {
        case .text where content.count <= textBytes:
            try readText(content, depth, isOfProgram: isOfProgram, &budget)
        case .zip:
            guard let zip = try? ZipArchive(opening: content, limits: limits, cancellation: budget.cancellation) else {
                return
            }
            try read(zip, depth: depth, budget.cancellation)
        case .tar:
            guard let tar = try? TarArchive(content, limits, budget: &budget) else { return }
            try read(tar, depth: depth, budget.cancellation)
        case .packed(let form): try readPacked(content, form, depth, &budget)
        default: break
        }
    }

    private mutating func readPacked(
        _ content: SecureBytes,
        _ form: PackedFile.Form,
        _ depth: Int,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let file: PackedFile
        do throws(ContentFailure) {
            file = try PackedFile(content, form, limits, budget: &budget)
        } catch {
            guard case .unfinished(let failure) = error else { return }
            throw failure
        }
        inflated += file.contents.count
        guard inflated <= limits.totalBytes else { return }
        var inner = ContentRedactor.budget(forBytes: file.contents.count, budget.cancellation)
        try read(file.contents, depth: depth + 1, budget: &inner)
    }

    /// Reads the entries of an archive or a folder, as far as they can be.
    mutating func read(
        _ list: some EntryList,
        depth: Int = 0,
        _ cancellation: Cancellation
    ) throws(BudgetFailure) {
        for index in list.files where inflated + list.byteCount(of: index) <= limits.totalBytes {
            inflated += list.byteCount(of: index)
            var budget = ContentRedactor.budget(forBytes: list.byteCount(of: index), cancellation)
            guard !cancellation.isCancelled else { throw .cancelled }
            do {
                try read(try list.contents(of: index, &budget), depth: depth + 1, budget: &budget)
            } catch BudgetFailure.cancelled, ContentFailure.unfinished(.cancelled) {
                throw .cancelled
            } catch {
                continue
            }
        }
    }

    private mutating func readText(
        _ text: SecureBytes,
        _ depth: Int,
        isOfProgram: Bool,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try text.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            var members: [FieldMember] = []
            var nested: [NestedContent] = []
            var sheet = try TextSheet(of: bytes, captions)
            let walk = try CarrierWalk(bytes, budget: &budget)
            try walk.forEachPart(budget: &budget) { (part, budget) throws(BudgetFailure) in
                switch part {
                case .secret(let member): members.append(member)
                case .nested(let content): nested.append(content)
                case .piece(let piece): if !isOfProgram { try sheet.append(piece, budget: &budget) }
                case .member(let text): if !isOfProgram { try sheet.append(text, of: bytes, budget: &budget) }
                case .structure: break
                }
            }
            try add(members, of: bytes, isOfProgram: isOfProgram, budget: &budget)
            try add(sheet.finish(budget: &budget), of: bytes, budget: &budget)
            for part in nested {
                let isOfProgram = isOfProgram || part.isOfProgram
                try read(part.content, depth: depth + 1, isOfProgram: isOfProgram, budget: &budget)
            }
            for range in walk.embedded.ranges(outside: nested.map(\.range)) {
                guard let file = try? EmbeddedFiles.decode(bytes[range], budget.cancellation) else { continue }
                try read(file, depth: depth + 1, budget: &budget)
            }
        }
    }

    private mutating func add(
        _ members: [FieldMember],
        of source: UnsafeRawBufferPointer,
        isOfProgram: Bool,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        for member in members {
            let value = UnsafeRawBufferPointer(rebasing: source[member.value])
            guard !isOfProgram || !Self.isProse(value) else { continue }
            let secret = try member.notation.read(value, budget: &budget)
            try add(secret, budget: &budget)
            for part in Credentials.parts(of: secret) { try add(part, budget: &budget) }
        }
    }

    /// Adds what captions tell.
    private mutating func add(
        _ found: SourceEdits,
        of source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        for (_, range, notation) in found.marks {
            let text = try notation.read(UnsafeRawBufferPointer(rebasing: source[range]), budget: &budget)
            let place = try text.withUnsafeBytes { (bytes) throws(BudgetFailure) in
                try CaptionedSecret.place(in: bytes, &names, budget: &budget)
            }
            if let place, !text[place].withUnsafeBytes(CaptionedSecret.isDate) { try add(text[place], budget: &budget) }
        }
    }

    /// Whether a value is words, as a label is and hardly a secret.
    private static func isProse(_ value: UnsafeRawBufferPointer) -> Bool {
        value.contains(where: \.isASCIISpace)
            || value.allSatisfy { $0.isASCIILetter || $0 >= 0x80 || ".:?!".utf8.contains($0) }
    }

    /// Whether a value stands for one that is not there: a word of a program, or dots in place of characters.
    private static func isLiteral(_ value: SecureBytes) -> Bool {
        value.withUnsafeBytes { bytes in
            guard bytes.count <= longestWord else { return false }
            let text = String(decoding: bytes, as: UTF8.self).lowercased()
            return literals.contains(text) || Set(text).count == 1
        }
    }

    private mutating func add(_ value: SecureBytes, budget: inout WorkBudget) throws(BudgetFailure) {
        guard Self.length.contains(value.count), told.isNew(value) else { return }
        guard !Self.isLiteral(value), !value.withUnsafeBytes(captions.marks.isMark) else { return }
        // A field that holds the word "password" tells nothing.
        let isName = try value.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            let isWord = bytes.count <= Self.longestWord && bytes.allSatisfy(\.isASCIILetter)
            return isWord ? try names.nameSecret(bytes, budget: &budget) : false
        }
        guard !isName else { return }
        told.append(value)
    }
}
