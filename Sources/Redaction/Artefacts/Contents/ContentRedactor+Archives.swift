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
        isTar: Bool,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        let cancellation = budget.cancellation
        guard place.archives < Self.maximumArchives else {
            throw .refused("archives lie in it more than \(Self.maximumArchives) deep")
        }
        do {
            let entries: [(name: String, contents: SecureBytes)]
            if isTar {
                let tar = try TarArchive(archive, terms.limits, budget: &budget)
                entries = try redactedEntries(of: tar, place, cancellation)
            } else {
                let zip = try ZipArchive(opening: archive, limits: terms.limits, cancellation: cancellation)
                entries = try redactedEntries(of: zip, place, cancellation)
            }
            guard !terms.isCheck else { return archive }
            guard !isTar else { return try mapError(TarArchive.packed(entries), ContentFailure.outOfMemory) }
            var writer = ZipWriter(cancellation: cancellation)
            for (name, content) in entries { try writer.append(name, content) }
            return try writer.finish()
        } catch {
            throw ContentFailure(error)
        }
    }

    /// The entries without what is sensitive, in their order, but for those that are left out.
    private mutating func redactedEntries(
        of list: some EntryList,
        _ place: Place,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> [(name: String, contents: SecureBytes)] {
        let results = try allResults(of: list, names(for: list.names, cancellation), place, cancellation)
        entries += results.flatMap(\.tallies)
        return results.compactMap { result in result.content.map { (result.name, $0) } }
    }

    /// What becomes of all entries, also because of what others among them tell.
    mutating func allResults(
        of list: some EntryList,
        _ names: [EntryName],
        _ place: Place,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> [EntryResult] {
        let bundles = ResultBundle.bundles(among: list.names)
        var results = try results(of: list, names, Set(bundles.flatMap(\.references)), place, cancellation)
        try coverFrames(in: &results, cancellation)
        try renumber(bundles, in: &results, cancellation)
        return results
    }

    /// The names that entries get, without secrets.
    func names(for sources: [String], _ cancellation: Cancellation) throws(ContentFailure) -> [EntryName] {
        var names = DistinctNames()
        return try sources.map { (source) throws(ContentFailure) in
            let (redacted, marks) = try withoutSecrets(source, cancellation)
            return EntryName(name: names.distinct(redacted), marks: marks)
        }
    }

    /// What became of an entry.
    struct EntryResult {
        /// The name in the archive.
        let source: String
        /// The name in the result.
        var name: String
        /// Nil if it is left out.
        var content: SecureBytes?
        /// None for a directory.
        var tallies: [EntryTally] = []
        /// The words for what was taken out of its name.
        let marksOfName: [String]
        var told = Told()

        /// Whether it is not as it was.
        var isChanged: Bool { tallies.first.map { $0.outcome != .kept } ?? false }

        /// Writes other contents. What was left out is still told to be.
        mutating func change(to content: SecureBytes) {
            guard self.content != content else { return }
            self.content = content
            guard let entry = tallies.first, entry.outcome == .kept else { return }
            tallies[0] = EntryTally(name: entry.name, .redacted, entry.tally)
        }
    }

    /// What becomes of each entry, in their order.
    ///
    /// - Parameters:
    ///   - names: The names that they get.
    ///   - numbers: Files that hold numbers of objects and nothing else.
    mutating func results(
        of list: some EntryList,
        _ names: [EntryName],
        _ numbers: Set<Int>,
        _ place: Place,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> [EntryResult] {
        var results = zip(list.names, names).enumerated().map { index, entry in
            let (source, name) = entry
            let content = list.isDirectory(index) ? SecureBytes() : nil
            return EntryResult(source: source, name: name.name, content: content, marksOfName: name.marks)
        }
        let sources = SourcesBeside(terms.pictures.takesSources ? list.names : [])
        // The text of covered elements goes from a page source first, then what is found in it as in any text.
        var redactedSources: [Int: RewrittenFile] = [:]
        for index in sources.order(of: list.files) {
            let source = sources.source(of: index)
            let file = try source.flatMap { (source) throws(ContentFailure) in
                try readable(source, in: list, cancellation)
            }
            let part = file?.withUnsafeBytes { sources.place(of: index, in: $0) }
            let beside = part.flatMap { file?[$0] }
            let place = place.within(results[index].name)
            let rewritten = try mapError(redactedSources[index]?.contents(), ContentFailure.outOfMemory)
            let way = numbers.contains(index) ? Way.asNumbers : .any(in: rewritten, beside: beside)
            try redact(index, of: list, way, place, &results[index], cancellation)
            if let source, let file, let part, let redacted = results[index].told.source {
                redactedSources[source, default: RewrittenFile(file)].replace(part, by: redacted)
            }
        }
        return results
    }

    /// The content of an entry; nil if it cannot be read.
    private func readable(
        _ index: Int,
        in list: some EntryList,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes? {
        var budget = Self.budget(forBytes: list.byteCount(of: index), cancellation)
        do throws(ContentFailure) {
            return try list.contents(of: index, &budget)
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }

    /// The way in which an entry is redacted.
    private enum Way {
        /// As what it is, with other contents in place of its own if there are some, and a page source if it is a picture.
        case any(in: SecureBytes?, beside: SecureBytes?)
        /// As numbers of objects, which stay.
        case asNumbers
    }

    /// Redacts an entry in a way.
    private mutating func redact(
        _ index: Int,
        of list: some EntryList,
        _ way: Way,
        _ place: Place,
        _ result: inout EntryResult,
        _ cancellation: Cancellation
    ) throws(ContentFailure) {
        var inner = ContentRedactor(terms, inflated: inflated)
        let byteCount = list.byteCount(of: index)
        var budget = Self.budget(forBytes: byteCount, cancellation)
        var outcome = ArtefactReceipt.Outcome.dropped
        do throws(ContentFailure) {
            try inner.count(byteCount)
            let own = try list.contents(of: index, &budget)
            let redacted = try inner.redacted(own, way, place, &budget)
            // It is kept until all of the archive is known.
            try inner.count(max(0, redacted.count - byteCount))
            result.content = redacted
            outcome = redacted == own ? .kept : .redacted
        } catch {
            inner.tally = ContentTally(dropped: [try reason(for: error, at: place.name)])
            (inner.entries, inner.told) = ([], Told())
        }
        inflated = inner.inflated
        result.told = inner.told
        for mark in result.marksOfName { inner.tally.count(mark) }
        result.tallies = [EntryTally(name: place.name, outcome, inner.tally)] + inner.entries
    }

    private mutating func redacted(
        _ own: SecureBytes,
        _ way: Way,
        _ place: Place,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        switch way {
        case .any(let content, let source):
            told.source = source
            return try redacted(content ?? own, at: place, budget: &budget)
        case .asNumbers:
            guard own.withUnsafeBytes({ ObjectReferences.read($0) }) != nil else {
                throw .refused("it does not say what its object refers to")
            }
            return own
        }
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
                results[index].change(to: try terms.pictures.cover(places, of: picture))
            } catch {
                let name = results[index].tallies.first?.name
                let tally = ContentTally(dropped: [try reason(for: error, at: name)])
                results[index].content = nil
                results[index].tallies = [EntryTally(name: name, .dropped, tally)]
            }
        }
    }

    /// The reason why an entry is left out, if that is allowed.
    func reason(for failure: ContentFailure, at name: String?) throws(ContentFailure) -> String {
        switch failure {
        case .refused(let reason) where terms.foreign.unknown != .fail: return reason
        case .refused(let reason): throw .refused("\(QuotedText.quoting(name ?? "")): \(reason)")
        case .unfinished(.spent): return "searching it takes too much work"
        case .unfinished: throw failure
        }
    }

    /// What `body` returns. If an artefact is refused as a whole, the reason, which may name an entry, has no secret.
    mutating func sayingNoSecret<Result>(
        _ cancellation: Cancellation,
        _ body: (inout ContentRedactor) throws(ContentFailure) -> Result
    ) throws(ContentFailure) -> Result {
        do throws(ContentFailure) {
            return try body(&self)
        } catch {
            guard case .refused(let reason) = error else { throw error }
            throw .refused(try withoutSecrets(reason, cancellation).text)
        }
    }

    /// What became of entries, with reasons that have no secret: they may name an entry as it is called in its archive.
    func sayingNoSecret(
        _ entries: [EntryTally],
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> [EntryTally] {
        try entries.map { (entry) throws(ContentFailure) in
            var tally = entry.tally
            tally.dropped = try tally.dropped.map { (reason) throws(ContentFailure) in
                try withoutSecrets(reason, cancellation).text
            }
            return EntryTally(name: entry.name, entry.outcome, tally)
        }
    }

    /// A name, or what is said of an entry, without secrets, and the words for those.
    func withoutSecrets(
        _ text: String,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> (text: String, marks: [String]) {
        var budget = Self.budget(forBytes: text.utf8.count, cancellation)
        let bytes = try mapError(SecureBytes(copying: text.utf8), ContentFailure.outOfMemory)
        return try bytes.withUnsafeBytes { (source) throws(ContentFailure) in
            var edits = SourceEdits()
            try mapError(
                terms.search.secrets.find(in: source, at: 0, .plain, into: &edits, budget: &budget),
                ContentFailure.unfinished
            )
            edits.settle(in: source, terms.search.marks)
            guard !edits.isEmpty else { return (text, []) }
            let redacted = try mapError(edits.applied(to: source, terms.search.marks), ContentFailure.outOfMemory)
            let text = redacted.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            return (text, edits.marks.map(\.mark.word))
        }
    }
}
