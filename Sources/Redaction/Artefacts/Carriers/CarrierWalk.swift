import BoundedWork

/// A text, opened by what it is: JSON, markup, a program, or lines.
struct CarrierWalk {
    /// A text with its place among the others.
    struct Piece {
        enum Row {
            case same
            case new
            /// Right beneath the last one, which it goes on from.
            case next
        }

        let range: Range<Int>
        let notation: Notation
        var row = Row.new
        /// The name in front of it, which is no piece of its own there.
        var caption: Range<Int>?
        var saying = Saying.anything
    }

    enum Part {
        case piece(Piece)
        case member(JSONWalk.Text)
        case nested(NestedContent)
        /// What lies between texts: tags, names of attributes, marks of JSON.
        case structure(Range<Int>)
        /// A field that holds a secret. Its value is another part, too.
        case secret(FieldMember)

        /// The place of a part of its own.
        fileprivate var range: Range<Int>? {
            switch self {
            case .piece(let piece): piece.range
            case .member(let text): text.range
            case .nested(let content): content.range
            case .structure(let range): range
            case .secret: nil
            }
        }
    }

    /// Files in base64 that are in none of the parts.
    let embedded: EmbeddedFiles
    private let source: UnsafeRawBufferPointer
    private let json: JSONCarrier?
    /// The object of a result bundle that it is.
    let record: RecordCarrier?

    /// - Parameter source: UTF-8, which stays valid as long as the walk.
    init(_ source: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        self.source = source
        json = try JSONCarrier(source, budget: &budget)
        record = RecordCarrier(source)
        // Those of JSON are in its strings, which may be escaped.
        let plain = json == nil ? source : UnsafeRawBufferPointer(rebasing: source[..<0])
        embedded = try EmbeddedFiles(in: plain, budget: &budget)
    }

    /// Whether it is JSON, or lines of it.
    var isJSON: Bool { json != nil }

    typealias Body = (Part, inout WorkBudget) throws(BudgetFailure) -> Void

    /// Calls `body` with all parts, and with what lies between them.
    func forEachPart(budget: inout WorkBudget, _ body: Body) throws(BudgetFailure) {
        var end = 0
        func tell(structureTo start: Int, _ budget: inout WorkBudget) throws(BudgetFailure) {
            guard start > end else { return }
            for part in embedded.parts(of: end..<start) { try body(.structure(part), &budget) }
        }
        try forEachText(budget: &budget) { (part, budget) throws(BudgetFailure) in
            if let range = part.range {
                try tell(structureTo: range.lowerBound, &budget)
                end = max(end, range.upperBound)
            }
            try body(part, &budget)
        }
        try tell(structureTo: source.count, &budget)
    }

    /// Calls `body` with all texts, contents and secrets.
    private func forEachText(budget: inout WorkBudget, _ body: Body) throws(BudgetFailure) {
        if let json {
            try json.forEachPart(budget: &budget) { (part, budget) throws(BudgetFailure) in
                switch part {
                case .secret(let member): try body(.secret(member), &budget)
                case .text(let text):
                    let nested = try NestedContent(of: text.range, in: source, text.notation, budget: &budget)
                    if nested == nil {
                        try addFields(FieldSearch.allCases, in: text.range, text.notation, budget: &budget, body)
                    }
                    try body(nested.map(Part.nested) ?? .member(text), &budget)
                }
            }
        } else if let record {
            for text in record.texts where text.isValue && !ObjectNumber.isOne(source[text.range]) {
                try add(text, budget: &budget, body)
            }
        } else if let markup = MarkupCarrier(source) {
            try markup.forEachPart(budget: &budget) { (part, budget) throws(BudgetFailure) in
                switch part {
                case .secret(let member): try body(.secret(member), &budget)
                case .text(let range, let onNewRow, let isCode):
                    let piece = Piece(
                        range: range,
                        notation: .markup,
                        row: onNewRow ? .new : .same,
                        saying: isCode ? .code : .anything
                    )
                    try add(piece, budget: &budget, body)
                case .lines(let range, let isTemplate):
                    try addLines(range, isTemplate ? .program : .anything, budget: &budget, body)
                case .script(let range): try add(ScriptCarrier(range, of: source), budget: &budget, body)
                }
            }
        } else if try StyleSheet.isOne(source, budget: &budget) {
            try addLines(0..<source.count, .code, budget: &budget, body)
        } else if let script = try ScriptCarrier(source, budget: &budget) {
            try add(script, budget: &budget, body)
        } else {
            try addLines(0..<source.count, budget: &budget, body)
        }
    }

    private func add(_ text: RecordCarrier.Text, budget: inout WorkBudget, _ body: Body) throws(BudgetFailure) {
        guard !source[text.range].contains(UInt8(ascii: "\n")) else {
            return try addLines(text.range, budget: &budget, body)
        }
        // As in JSON, the name of an object is no name of a person.
        let caption = text.caption.flatMap { name in
            FieldNaming.titles.contains(FieldNaming.word(name, in: source)) ? nil : name
        }
        try add(Piece(range: text.range, notation: .plain, caption: caption), budget: &budget, body)
    }

    private func add(_ script: ScriptCarrier, budget: inout WorkBudget, _ body: Body) throws(BudgetFailure) {
        let saying = script.isProgram ? Saying.program : .anything
        try script.forEachPart(budget: &budget) { (part, budget) throws(BudgetFailure) in
            switch part {
            case .string(let range, let caption):
                let piece = Piece(range: range, notation: .script, caption: caption, saying: saying)
                try add(piece, budget: &budget, body)
            case .comment(let range): try addLines(range, saying, budget: &budget, body)
            case .code(let range):
                try add(Piece(range: range, notation: .plain, saying: .code), budget: &budget, body)
            }
        }
    }

    /// Adds lines that are no JSON together.
    private func addLines(
        _ range: Range<Int>,
        _ saying: Saying = .anything,
        budget: inout WorkBudget,
        _ body: Body
    ) throws(BudgetFailure) {
        let isPart = range.count < source.count
        if isPart, let nested = try NestedContent(of: range, in: source, .plain, holdingFiles: false, budget: &budget) {
            return try body(.nested(nested), &budget)
        }
        try TextCarrier(range, of: source).forEachLine(budget: &budget) {
            (line, isContinued, budget) throws(BudgetFailure) in
            let piece = Piece(range: line, notation: .plain, row: isContinued ? .next : .new, saying: saying)
            try addParts(of: piece, budget: &budget, body)
        }
        try addFields(FieldSearch.ofLines, in: range, .plain, budget: &budget, body)
    }

    private func add(_ piece: Piece, budget: inout WorkBudget, _ body: Body) throws(BudgetFailure) {
        if piece.saying != .code,
            var nested = try NestedContent(
                of: piece.range,
                in: source,
                piece.notation,
                holdingFiles: false,
                budget: &budget
            )
        {
            nested.isOfProgram = piece.saying == .program
            return try body(.nested(nested), &budget)
        }
        try addParts(of: piece, budget: &budget, body)
    }

    /// Adds a text but for the files in it.
    private func addParts(of piece: Piece, budget: inout WorkBudget, _ body: Body) throws(BudgetFailure) {
        var row = piece.row
        for part in embedded.parts(of: piece.range) {
            let part = Piece(
                range: part,
                notation: piece.notation,
                row: row,
                caption: piece.caption,
                saying: piece.saying
            )
            try body(.piece(part), &budget)
            // Lines are searched together for the rest.
            let searches = piece.notation == .plain ? FieldSearch.ofLine : FieldSearch.allCases
            if piece.saying != .code {
                try addFields(searches, in: part.range, piece.notation, budget: &budget, body)
            }
            row = .same
        }
    }

    /// Adds the fields with secrets that a text tells of.
    private func addFields(
        _ searches: [FieldSearch],
        in range: Range<Int>,
        _ notation: Notation,
        budget: inout WorkBudget,
        _ body: Body
    ) throws(BudgetFailure) {
        for search in searches {
            for field in try search.fields(in: range, of: source, notation, budget: &budget) {
                try body(.secret(field), &budget)
            }
        }
    }
}
