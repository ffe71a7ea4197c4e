import BoundedWork
import SecureMemory

extension ContentRedactor {
    /// Units of work for each byte of an entry, and for any entry.
    private static let (unitsOfByte, unitsOfEntry) = (2_000, 200_000_000)

    /// A budget for a content of so many bytes.
    static func budget(forBytes count: Int, _ cancellation: Cancellation) -> WorkBudget {
        WorkBudget(limit: unitsOfEntry + unitsOfByte * count, cancellation: cancellation)
    }

    /// An archive of its entries without what is sensitive. An entry that cannot be made safe is left out.
    mutating func redactedArchive(
        _ archive: SecureBytes,
        _ place: Place,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes {
        guard place.archives < Self.maximumArchives else {
            throw .refused("archives lie in it more than \(Self.maximumArchives) deep")
        }
        do {
            let zip = try ZipArchive(opening: archive, limits: terms.limits, cancellation: cancellation)
            var writer = ZipWriter(cancellation: cancellation)
            var names = DistinctNames()
            for entry in zip.entries {
                let name = names.distinct(try redactedName(entry.name, cancellation))
                guard !entry.isDirectory else {
                    try writer.append(name, SecureBytes())
                    continue
                }
                if let content = try redactedEntry(entry, of: zip, place.within(name), cancellation) {
                    try writer.append(name, content)
                }
            }
            return try writer.finish()
        } catch {
            throw ContentFailure(error)
        }
    }

    /// The content of an entry; nil if it is left out.
    private mutating func redactedEntry(
        _ entry: ZipArchive.Entry,
        of archive: ZipArchive,
        _ place: Place,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes? {
        var inner = ContentRedactor(terms, inflated: inflated)
        var budget = Self.budget(forBytes: entry.byteCount, cancellation)
        var redacted: SecureBytes?
        var outcome = ArtefactReceipt.Outcome.dropped
        do throws(ContentFailure) {
            inner.inflated += entry.byteCount
            guard inner.inflated <= terms.limits.totalBytes else {
                throw .refused("there are more bytes than an artefact may have")
            }
            let content = try mapError(archive.contents(of: entry, &budget), ContentFailure.init)
            let result = try inner.redacted(content, at: place, budget: &budget)
            redacted = result
            outcome = result == content ? .kept : .redacted
        } catch {
            inner.tally = ContentTally(dropped: [try reason(for: error, at: place)])
            inner.entries = []
        }
        inflated = inner.inflated
        entries.append(ArtefactReceipt.Entry(name: place.name, outcome, inner.tally))
        entries += inner.entries
        return redacted
    }

    /// The reason why an entry is left out, if that is allowed.
    private func reason(for failure: ContentFailure, at place: Place) throws(ContentFailure) -> String {
        switch failure {
        case .refused(let reason) where terms.unknown != .fail: return reason
        case .refused(let reason): throw .refused("\(QuotedText.quoting(place.name ?? "")): \(reason)")
        case .unfinished(.spent): return "searching it takes too much work"
        case .unfinished: throw failure
        }
    }

    private mutating func redactedName(_ name: String, _ cancellation: Cancellation) throws(ContentFailure) -> String {
        var budget = Self.budget(forBytes: name.utf8.count, cancellation)
        let bytes = try mapError(SecureBytes(copying: name.utf8), ContentFailure.outOfMemory)
        return try bytes.withUnsafeBytes { (source) throws(ContentFailure) in
            var edits = SourceEdits()
            try mapError(
                terms.search.secrets.find(in: source, at: 0, .plain, into: &edits, budget: &budget),
                ContentFailure.unfinished
            )
            guard !edits.isEmpty else { return name }
            var marks: [TextMark: Int] = [:]
            let redacted = try mapError(
                edits.applied(to: source, terms.rules, tally: &marks),
                ContentFailure.outOfMemory
            )
            return redacted.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// Names of which no two are the same, though two become so when secrets are taken out of them.
private struct DistinctNames {
    private var counts: [String: Int] = [:]

    mutating func distinct(_ name: String) -> String {
        counts[name, default: 0] += 1
        guard let count = counts[name], count > 1 else { return name }
        return distinct("\(name)-\(count)")
    }
}
