import BoundedWork
import Detection
import ImageCore
import SensitiveText

/// What targets find among the things that were seen in a picture.
package struct SeenFindings: Sendable {
    var findings: [Sight: [Finding]]

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
        var things = SeenThings()
        try things.look(for: sights, in: pixels, by: detector, work, budget: &budget)
        try self.init(sights, among: things, names: detector.names, budget: &budget)
    }

    /// Finds `sights` among things that were looked for; throws `BudgetFailure` or `RegexMatchError`.
    init(_ sights: Set<Sight>, among things: SeenThings, names: NameLexicon?, budget: inout WorkBudget) throws {
        var findings: [Sight: [Finding]] = [:]
        var unread: [Quadrilateral] = []
        if sights.contains(.codes) {
            findings[.codes] = things.codes.map { code in
                Finding(.code, FindingCause(.look, kind: code.format.rawValue), in: code.quadrilateral)
            }
        }
        let texts = sights.texts
        if !texts.isEmpty {
            var search = try LineSearch(things.lines, kinds: texts.compactMap(\.kinds), names: names, budget: budget)
            for text in texts { findings[.text(text)] = try search.findings(text) }
            if texts.contains(where: \.isReading) { unread = search.unread.map(\.quadrilateral) }
            budget = search.budget
        }
        for sight in sights.faces { findings[.faces(sight)] = things.faces.map { Finding($0, sight) } }
        (self.findings, lines, self.unread) = (findings, things.lines.map(\.quadrilateral), unread)
        kinds = Set(sights.map(\.kind)).sorted()
    }

    func callAsFunction(_ sight: Sight) -> [Finding] { findings[sight] ?? [] }
}

extension Set<Sight> {
    var texts: [TextSight] { compactMap { sight in if case .text(let text) = sight { text } else { nil } } }
    var faces: [FaceSight] { compactMap { sight in if case .faces(let face) = sight { face } else { nil } } }
}

extension TextSight {
    fileprivate var kinds: SoughtKinds? {
        if case .kinds(let kinds) = selection { kinds } else { nil }
    }
}
