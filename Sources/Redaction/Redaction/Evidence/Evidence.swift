import BoundedWork
import Detection
import ImageCore
import SensitiveText

/// The knowledge of one snapshot by which targets are found.
struct Evidence {
    enum Kind: CaseIterable {
        case size
        case hierarchy
        case pixels
    }

    let scale: PixelScale
    /// The blocks within which a pixel shows in its neighbours.
    let grid: BlockGrid
    /// Nil where no target names any.
    let elements: PlacedElements?
    /// Nil where no target is found by looking.
    var seen: SeenFindings?
}

/// Findings in the pixels of one snapshot for all targets of a policy: each thing is looked for once.
struct SeenFindings: Sendable {
    private let findings: [Sight: [Finding]]

    /// The words of targets.
    let kinds: [String]
    /// Places of all lines of text; empty where none was looked for.
    let lines: [Quadrilateral]
    /// Places of the lines whose words were asked for and could not be read.
    let unread: [Quadrilateral]

    /// Looks for `sights` in `pixels`; throws `DetectionFailure`, `BudgetFailure` or `RegexMatchError`.
    init(
        _ sights: Set<Sight>,
        in pixels: borrowing PixelBuffer,
        by detector: Detector,
        _ work: WorkContext
    ) throws {
        var budget = WorkBudget(limit: Detector.workLimit, cancellation: work.cancellation)
        var findings: [Sight: [Finding]] = [:]
        var places: [Quadrilateral] = []
        var unread: [Quadrilateral] = []
        // Codes are looked for first: a picture full of their patterns is refused before more is spent on it.
        if sights.contains(.codes) {
            findings[.codes] = try Detector.codes(of: pixels, budget: &budget).map { code in
                Finding(.code, FindingCause(.look, kind: code.format.rawValue), in: code.quadrilateral)
            }
        }
        let texts = sights.compactMap { sight in if case .text(let text) = sight { text } else { nil } }
        if !texts.isEmpty {
            let isReading = texts.contains(where: \.isReading)
            let lines = try detector.lines(of: pixels, recognizing: isReading, work: work, budget: &budget)
            var search = try LineSearch(lines, kinds: texts.compactMap(\.kinds), names: detector.names, budget: budget)
            for text in texts { findings[.text(text)] = try search.findings(text) }
            places = lines.map(\.quadrilateral)
            if isReading { unread = search.unread.map(\.quadrilateral) }
            budget = search.budget
        }
        let faceSights = sights.compactMap { sight in if case .faces(let face) = sight { face } else { nil } }
        if !faceSights.isEmpty {
            let faces = try detector.faces(of: pixels, work: work, budget: &budget)
            for sight in faceSights { findings[.faces(sight)] = faces.map { Finding($0, sight) } }
        }
        (self.findings, lines, self.unread) = (findings, places, unread)
        kinds = Set(sights.map(\.kind)).sorted()
    }

    func callAsFunction(_ sight: Sight) -> [Finding] { findings[sight] ?? [] }
}

extension TextSight {
    fileprivate var kinds: SoughtKinds? {
        if case .kinds(let kinds) = selection { kinds } else { nil }
    }
}
