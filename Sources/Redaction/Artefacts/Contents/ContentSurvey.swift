import BoundedWork
import Hierarchy
import SecureMemory

/// The secrets that contents tell of themselves: what fields hold that are called like one. They are taken out of everything else,
/// too.
struct ContentSurvey: ~Copyable {
    /// Bytes of a secret that is taken out elsewhere, and the most secrets.
    private static let (length, mostSecrets) = (4...4096, 10_000)

    private(set) var secrets: [KnownSecret] = []
    private var seen: Set<Digest> = []
    private var names: FieldNames
    private let limits: ZipLimits
    private var inflated = 0

    /// Bytes that are compared without a copy of them in memory that is not wiped.
    private struct Digest: Hashable {
        let bytes: SecureBytes

        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    init(_ limits: ZipLimits, budget: inout WorkBudget) throws(BudgetFailure) {
        names = try FieldNames(budget: &budget)
        self.limits = limits
    }

    /// Reads a content, and what is in it. What cannot be read tells nothing; it is dropped when it is to be redacted.
    mutating func read(_ content: SecureBytes, depth: Int = 0, budget: inout WorkBudget) throws(BudgetFailure) {
        guard depth < ContentRedactor.maximumDepth else { return }
        let kind = try content.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            try ContentKind(of: bytes, budget: &budget)
        }
        switch kind {
        case .text: try readText(content, depth, &budget)
        case .zip: try readEntries(of: content, depth, budget.cancellation)
        default: break
        }
    }

    private mutating func readEntries(
        of archive: SecureBytes,
        _ depth: Int,
        _ cancellation: Cancellation
    ) throws(BudgetFailure) {
        guard let zip = try? ZipArchive(opening: archive, limits: limits, cancellation: cancellation) else { return }
        for entry in zip.entries where inflated + entry.byteCount <= limits.totalBytes {
            inflated += entry.byteCount
            var budget = ContentRedactor.budget(forBytes: entry.byteCount, cancellation)
            guard !cancellation.isCancelled else { throw .cancelled }
            do {
                try read(try zip.contents(of: entry, &budget), depth: depth + 1, budget: &budget)
            } catch BudgetFailure.cancelled {
                throw .cancelled
            } catch {
                continue
            }
        }
    }

    private mutating func readText(
        _ text: SecureBytes,
        _ depth: Int,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try text.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            var members: [FieldMember] = []
            guard let carrier = try JSONCarrier(bytes, budget: &budget) else {
                try MarkupCarrier(bytes)?.forEachSecret(budget: &budget) { members.append($0) }
                return try add(members, of: bytes, budget: &budget)
            }
            try carrier.forEachSecret(budget: &budget) { members.append($0) }
            try add(members, of: bytes, budget: &budget)
            var nested: [SecureBytes] = []
            try carrier.forEachText(budget: &budget) { (text, budget) throws(BudgetFailure) in
                if let content = try NestedContent.content(of: text, in: bytes, budget: &budget) {
                    nested.append(content)
                }
            }
            for content in nested { try read(content, depth: depth + 1, budget: &budget) }
        }
    }

    private mutating func add(
        _ members: [FieldMember],
        of source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        for member in members {
            let value = UnsafeRawBufferPointer(rebasing: source[member.value])
            let secret = try member.notation.read(value, budget: &budget)
            try add(secret, budget: &budget)
            for part in Credentials.parts(of: secret) { try add(part, budget: &budget) }
        }
    }

    private mutating func add(_ value: SecureBytes, budget: inout WorkBudget) throws(BudgetFailure) {
        guard Self.length.contains(value.count), secrets.count < Self.mostSecrets,
            seen.insert(Digest(bytes: value)).inserted
        else { return }
        // A field that holds the word "password" tells nothing.
        let isName = try value.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            try names.nameSecret(bytes, budget: &budget)
        }
        if !isName { secrets.append(KnownSecret(value: value, mark: .fieldValue)) }
    }
}
