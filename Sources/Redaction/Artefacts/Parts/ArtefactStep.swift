import BinaryCoding
public import BoundedWork
public import SecureMemory

/// Steps by which an artefact is redacted part by part, each a question of whoever moves the parts and an answer of whoever may look
/// into them.
///
/// First the directory of an archive is read, then each part is searched for secrets that it tells of itself. What knows all of them
/// gives names to the entries, redacts each part, finds what frames show of each other, and covers that.
public enum ArtefactStep: String, CaseIterable, Sendable {
    /// ``ZipIndex/Ends``; a ``ZipIndex/Reading``.
    case index
    /// ``RunPart/Entries``; the ``ToldSecrets`` in them.
    case survey
    /// The names of all entries, by ``RunPlan/question(on:)``; a ``RunPlan``.
    case plan
    /// A ``RunPart``; a ``PartResult`` for each of its entries.
    case redact
    /// A ``FrameQuestion``; see ``FrameQuestion/covers(decoding:)``.
    case frames
    /// A ``CoverQuestion``; see ``CoverQuestion/answers(decoding:count:)``.
    case cover
}

extension ArtefactRedactor {
    /// Takes a step.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - question: Its message, which may come from anybody.
    ///   - searches: Makes the searches for secrets, those that the parts tell of themselves among them; not called for the first steps,
    ///     before those are known.
    ///   - isCheck: Whether entries are only looked into.
    ///   - cancellation: Says whether the work is still wanted.
    /// - Returns: The message of the answer.
    /// - Throws: ``ContentFailure``; then all of the artefact is refused.
    public func answer(
        _ step: ArtefactStep,
        _ question: SecureBytes,
        isCheck: Bool = false,
        cancellation: Cancellation = Cancellation(),
        _ searches: (inout WorkBudget) throws(BudgetFailure) -> SecretSearches
    ) throws(ContentFailure) -> SecureBytes {
        var budget = ContentRedactor.budget(forBytes: question.count, cancellation)
        /// What a redactor that knows all secrets makes of the question.
        func redacting(
            _ body: (inout ContentRedactor, inout WorkBudget) throws -> SecureBytes
        ) throws -> SecureBytes {
            var redactor = redactor(by: try searches(&budget), isCheck: isCheck)
            return try redactor.sayingNoSecret(cancellation) { (redactor) throws(ContentFailure) in
                do {
                    return try body(&redactor, &budget)
                } catch {
                    throw ContentFailure(error)
                }
            }
        }
        do {
            switch step {
            case .index:
                var archives = limits.archives
                archives.totalBytes = limits.runBytes
                return try ZipIndex.read(ZipIndex.Ends(decoding: question), limits: archives).encoded()
            case .survey: return try survey(RunPart.Entries(decoding: question), &budget).encoded()
            case .plan:
                return try redacting { redactor, _ in
                    try redactor.plan(RunPlan.sources(decoding: question), cancellation).encoded()
                }
            case .redact:
                return try redacting { redactor, _ in
                    try PartResult.encoded(redactor.results(RunPart(decoding: question), cancellation))
                }
            case .frames:
                return try redacting { _, budget in
                    try FrameQuestion.encoded(FrameQuestion(decoding: question).places(budget: &budget))
                }
            case .cover:
                return try redacting { redactor, _ in
                    try CoverQuestion.encoded(redactor.covered(CoverQuestion(decoding: question), cancellation))
                }
            }
        } catch {
            throw ContentFailure(error)
        }
    }

    private func survey(
        _ entries: RunPart.Entries,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> ToldSecrets {
        let list = try entries.list(limits.archives, budget.cancellation)
        return try told(&budget) { (survey, budget) throws(BudgetFailure) in
            try survey.read(list, budget.cancellation)
        }
    }
}

extension ContentRedactor {
    fileprivate func plan(_ sources: [String], _ cancellation: Cancellation) throws(ContentFailure) -> RunPlan {
        RunPlan(
            names: try names(for: sources, cancellation),
            groups: terms.pictures.takesSources ? SourcesBeside(sources).groups : [],
            isOfOnePart: !ResultBundle.bundles(among: sources).isEmpty
        )
    }

    fileprivate mutating func results(_ part: RunPart, _ cancellation: Cancellation) throws -> [PartResult] {
        let list = try part.entries.list(terms.limits, cancellation)
        // In a result bundle the name of a file follows from its contents.
        terms.handsRecordingsBack =
            terms.foreign.recordings == .redact && ResultBundle.bundles(among: list.names).isEmpty
        guard list.names.count == part.names.count else { throw ContentFailure.refused("a part of it did not arrive") }
        let results =
            part.isWhole
            ? try allResults(of: list, part.names, Place(), cancellation)
            : try results(of: list, part.names, [], Place(), cancellation)
        return try results.map { result in
            let tallies = try sayingNoSecret(result.tallies, cancellation)
            let isWanted = !terms.isCheck || part.wantsRecordings && result.told.isRecording
            let contents = isWanted ? result.content : nil
            let packed = try contents.map {
                part.entries.isArchive && !result.told.isRecording
                    ? try PackedContents(packing: $0, cancellation) : PackedContents(storing: $0)
            }
            let notes = part.isWhole || contents == nil ? nil : FrameNotes(result.told)
            return terms.isCheck
                ? try PartResult(
                    result.name,
                    packed,
                    saying: tallies.map(ArtefactReport.Entry.init),
                    frames: nil,
                    isRecording: result.told.isRecording
                )
                : try PartResult(
                    result.name,
                    packed,
                    saying: tallies.map(ArtefactReceipt.Entry.init),
                    frames: notes.map { try $0.encoded() },
                    isRecording: result.told.isRecording
                )
        }
    }

    fileprivate func covered(
        _ question: CoverQuestion,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> [CoverQuestion.Answer] {
        try question.pictures.map { (picture) throws(ContentFailure) in
            do throws(ContentFailure) {
                let places = try CoverQuestion.places(decoding: picture.places)
                let covered = try terms.pictures.cover(places, of: picture.contents)
                return .covered(PackedContents(storing: covered))
            } catch {
                return .dropped(try withoutSecrets(reason(for: error, at: picture.name), cancellation).text)
            }
        }
    }
}
