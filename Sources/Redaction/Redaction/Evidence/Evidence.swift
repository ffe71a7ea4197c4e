import BoundedWork
import Detection
import ImageCore
import SensitiveText

/// What is known of one snapshot, by which the targets of a policy are found.
struct Evidence {
    /// What may have to be known of a snapshot to find a target.
    enum Kind: CaseIterable {
        /// The size of the snapshot, and what lengths come to on it.
        case size
        /// The elements of the hierarchy that came with the snapshot.
        case hierarchy
        /// The decoded pixels of the snapshot.
        case pixels
    }

    /// The size of the snapshot, and what lengths come to on it.
    let scale: PixelScale
    /// The blocks within which a pixel of the snapshot shows in its neighbours.
    let grid: BlockGrid
    /// The elements that the policy names, placed on the snapshot; nil where no target names any.
    let elements: PlacedElements?
    /// What was seen in the pixels of the snapshot; nil where no target is found by looking.
    var seen: SeenFindings?
}

/// What was seen in the pixels of one snapshot, for all targets of a policy: each thing is looked for once.
struct SeenFindings: Sendable {
    private let findings: [Sight: [Finding]]

    /// What was looked for, in the words of targets.
    let kinds: [String]
    /// Where lines of text are whose words were asked for and could not be read.
    let unread: [Quadrilateral]

    /// Looks for `sights` in `pixels`.
    ///
    /// - Throws: `DetectionFailure`, `BudgetFailure`, or `RegexMatchError`.
    init(
        _ sights: Set<Sight>,
        in pixels: borrowing PixelBuffer,
        by detector: Detector,
        _ cancellation: Cancellation
    ) throws {
        var budget = WorkBudget(limit: Detector.workLimit, cancellation: cancellation)
        var findings: [Sight: [Finding]] = [:]
        var unread: [Quadrilateral] = []
        // Codes are looked for first: a picture full of their patterns is refused before more is spent on it.
        // Codes are looked for first: a picture full of their patterns is refused before more is spent on it.
        if sights.contains(.codes) {
            findings[.codes] = try Detector.codes(of: pixels, budget: &budget).map { code in
                Finding(.code, kind: code.format.rawValue, score: nil, in: code.quadrilateral)
            }
        }
        let texts = sights.compactMap { sight in if case .text(let text) = sight { text } else { nil } }
        if !texts.isEmpty {
            let isReading = texts.contains(where: \.isReading)
            let lines = try detector.lines(of: pixels, recognizing: isReading, budget: &budget)
            var search = try LineSearch(lines, kinds: texts.flatMap(\.kinds), budget: budget)
            for text in texts { findings[.text(text)] = try search.findings(text) }
            if isReading { unread = search.unread.map(\.quadrilateral) }
            budget = search.budget
        }
        let faceSights = sights.compactMap { sight in if case .faces(let face) = sight { face } else { nil } }
        if !faceSights.isEmpty {
            let faces = try detector.faces(of: pixels, budget: &budget)
            for sight in faceSights { findings[.faces(sight)] = faces.map { Finding($0, sight) } }
        }
        (self.findings, self.unread) = (findings, unread)
        kinds = Set(sights.map(\.kind)).sorted()
    }

    /// What `sight`, one of the policy's, found.
    func callAsFunction(_ sight: Sight) -> [Finding] { findings[sight] ?? [] }
}

extension TextSight {
    /// The kinds that are looked for.
    fileprivate var kinds: [SensitiveKind] {
        if case .kinds(let kinds) = selection { Array(kinds) } else { [] }
    }
}
