import BoundedWork
import Redaction
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
            var results = try redactedEntries(of: zip, place, cancellation)
            try coverFrames(in: &results, cancellation)
            var writer = ZipWriter(cancellation: cancellation)
            for result in results {
                if let content = result.content { try writer.append(result.name, content) }
                entries += result.receipts
            }
            return try writer.finish()
        } catch {
            throw ContentFailure(error)
        }
    }

    /// What became of an entry.
    private struct EntryResult {
        /// The name in the archive, and in the result.
        let (source, name): (String, String)
        /// Nil if it is left out.
        var content: SecureBytes?
        /// None for a directory.
        var receipts: [ArtefactReceipt.Entry] = []
        var told = Told()
    }

    /// What becomes of all entries, in their order.
    private mutating func redactedEntries(
        of zip: ZipArchive,
        _ place: Place,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> [EntryResult] {
        var names = DistinctNames()
        var results: [EntryResult] = []
        for entry in zip.entries {
            let name = names.distinct(try redactedName(entry.name, cancellation))
            results.append(
                EntryResult(source: entry.name, name: name, content: entry.isDirectory ? SecureBytes() : nil)
            )
        }
        let sources = terms.pictures.takesSources ? SourcesBeside(zip.entries.map(\.name)) : SourcesBeside([])
        // The text of covered elements goes from a page source first, then what is found in it as in any text.
        var redactedSources: [Int: SecureBytes] = [:]
        for index in sources.order(of: zip.entries.indices) where !zip.entries[index].isDirectory {
            let source = try sources.source(of: index).map { (source) throws(ContentFailure) in
                try contents(of: source, in: zip, cancellation)
            }
            let content = redactedSources[index]
            let place = place.within(results[index].name)
            try redact(
                zip.entries[index],
                of: zip,
                as: content,
                beside: source ?? nil,
                place,
                &results[index],
                cancellation
            )
            if let source = sources.source(of: index) { redactedSources[source] = results[index].told.source }
        }
        return results
    }

    /// The content of an entry; nil if it cannot be read.
    private func contents(
        of index: Int,
        in zip: ZipArchive,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes? {
        let entry = zip.entries[index]
        var budget = Self.budget(forBytes: entry.byteCount, cancellation)
        do {
            return try zip.contents(of: entry, &budget)
        } catch {
            guard case .refused = ContentFailure(error) else { throw ContentFailure(error) }
            return nil
        }
    }

    /// Redacts an entry, with `content` in place of its own if there is one.
    private mutating func redact(
        _ entry: ZipArchive.Entry,
        of archive: ZipArchive,
        as content: SecureBytes?,
        beside source: SecureBytes?,
        _ place: Place,
        _ result: inout EntryResult,
        _ cancellation: Cancellation
    ) throws(ContentFailure) {
        var inner = ContentRedactor(terms, inflated: inflated)
        inner.told.source = source
        var budget = Self.budget(forBytes: entry.byteCount, cancellation)
        var outcome = ArtefactReceipt.Outcome.dropped
        do throws(ContentFailure) {
            inner.inflated += entry.byteCount
            guard inner.inflated <= terms.limits.totalBytes else {
                throw .refused("there are more bytes than an artefact may have")
            }
            let own = try mapError(archive.contents(of: entry, &budget), ContentFailure.init)
            let redacted = try inner.redacted(content ?? own, at: place, budget: &budget)
            result.content = redacted
            outcome = redacted == own ? .kept : .redacted
        } catch {
            inner.tally = ContentTally(dropped: [try reason(for: error, at: place.name)])
            (inner.entries, inner.told) = ([], Told())
        }
        inflated = inner.inflated
        result.told = inner.told
        result.receipts = [ArtefactReceipt.Entry(name: place.name, outcome, inner.tally)] + inner.entries
    }

    /// Covers what traces among the entries, and other frames, tell of the frames of a run.
    private func coverFrames(
        in results: inout [EntryResult],
        _ cancellation: Cancellation
    ) throws(ContentFailure) {
        let traces = results.flatMap { result in
            result.told.traces.map { $0.within(FileNames.directory(of: result.source)) }
        }
        guard !traces.isEmpty else { return }
        let seen = results.filter { $0.content != nil && $0.told.isPicture }.map { ($0.source, $0.told.text) }
        var budget = Self.budget(forBytes: seen.count, cancellation)
        let covers = try mapError(
            FrameCovers(traces).places(Dictionary(seen) { first, _ in first }, budget: &budget),
            ContentFailure.unfinished
        )
        for index in results.indices {
            guard let places = covers[results[index].source], let picture = results[index].content else { continue }
            do throws(ContentFailure) {
                results[index].content = try terms.pictures.cover(places, of: picture)
            } catch {
                let name = results[index].receipts.first?.name
                let tally = ContentTally(dropped: [try reason(for: error, at: name)])
                results[index].content = nil
                results[index].receipts = [ArtefactReceipt.Entry(name: name, .dropped, tally)]
            }
        }
    }

    /// The reason why an entry is left out, if that is allowed.
    private func reason(for failure: ContentFailure, at name: String?) throws(ContentFailure) -> String {
        switch failure {
        case .refused(let reason) where terms.unknown != .fail: return reason
        case .refused(let reason): throw .refused("\(QuotedText.quoting(name ?? "")): \(reason)")
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
