import BoundedWork

/// The texts of JSON in the order in which they stand, each with its caption, and the members of each object. A name that is no
/// identifier is a text, too.
struct JSONWalk {
    /// A string or number.
    struct Text {
        let range: Range<Int>
        let notation: Notation
        /// What says what it is: the name of its member or of the array that it is in. A title needs none: a `name` of an object is no
        /// name of a person.
        let name: Range<Int>?
        /// The text in front of it that says more, as in `{"name": "Password", "value": "…"}`.
        var title: Range<Int>?
        /// Whether it is an element of an array behind another one.
        let isContinued: Bool
        /// Whether it is code, in which names and numbers are no values.
        var isCode = false
    }

    enum Event {
        case text(Text)
        /// The strings and numbers of an object that ends, the first ``mostMembers``, and what it is in: the name of a member. Of an
        /// array, the values of headers with credentials.
        case object([FieldMember], in: Range<Int>?)
        /// The cells of a row of a table, each with the heading of its column.
        case row([FieldMember])
    }

    /// Members of one object that are kept: nothing that describes a field has more.
    private static let mostMembers = 256

    /// An object or array round the next token.
    private struct Level {
        let isObject: Bool
        /// The name of the member that it is, or is in.
        let container: Range<Int>?
        /// The name of the next value; in an array that of all.
        var name: Range<Int>?
        var count = 0
        /// The last member that says what the object describes.
        var title: Range<Int>?
        var members: [FieldMember] = []
        /// The last string of an array.
        var lastString: Range<Int>?
        /// The strings and numbers of an array, or the values of objects in it: a row of a table.
        var cells = JSONRow()
        /// The first row in it, or that of an object in front of the rows.
        var headings: JSONRow?
    }

    private let source: UnsafeRawBufferPointer
    private let start: Int
    private var tokens: JSONTokens
    private var levels: [Level] = []
    /// The event behind the last one.
    private var pending: Event?

    /// - Parameter document: The range of a well-formed text in `source`.
    init(_ document: Range<Int>, of source: UnsafeRawBufferPointer) {
        self.source = source
        start = document.lowerBound
        tokens = JSONTokens(UnsafeRawBufferPointer(rebasing: source[document]))
    }

    mutating func next(budget: inout WorkBudget) throws(BudgetFailure) -> Event? {
        if let event = pending {
            pending = nil
            return event
        }
        while let token = try? tokens.next() {
            try budget.spend()
            switch token {
            case .beginObject: begin(isObject: true)
            case .beginArray: begin(isObject: false)
            case .endArray:
                let array = levels.removeLast()
                let row = row(array.cells)
                try budget.spend(row.count)
                if !array.members.isEmpty {
                    pending = row.isEmpty ? nil : .row(row)
                    return .object(array.members, in: nil)
                }
                if !row.isEmpty { return .row(row) }
            case .endObject:
                let object = levels.removeLast()
                keepCell(of: object)
                if !object.members.isEmpty { return .object(object.members, in: object.container) }
            case .name(let range):
                let name = placed(range)
                levels[levels.count - 1].name = name
                if FieldNaming.words(of: source[name]) == nil {
                    return .text(Text(range: name, notation: .jsonString, name: nil, isContinued: false))
                }
            case .string(let range): return .text(text(placed(range), .jsonString))
            case .number(let range): return .text(text(placed(range), .jsonNumber))
            case .word: break
            }
        }
        return nil
    }

    private func placed(_ range: Range<Int>) -> Range<Int> { start + range.lowerBound..<start + range.upperBound }

    private mutating func begin(isObject: Bool) {
        let name = levels.last?.name
        levels.append(Level(isObject: isObject, container: name, name: isObject ? nil : name))
    }

    /// Keeps what is in the array that the next token is in, if it is in one.
    private mutating func keepCell(_ value: Range<Int>, _ notation: Notation) {
        guard let level = levels.last, !level.isObject else { return }
        levels[levels.count - 1].cells.append(value, notation)
    }

    /// Keeps the value of an object, as cells of Cucumber are.
    private mutating func keepCell(of object: Level) {
        guard levels.last?.isObject == false,
            let value = object.members.first(where: { FieldNaming.word($0.name, in: source) == "value" })
        else { return }
        keepCell(value.value, value.notation)
    }

    /// The cells of an array that has ended with their headings, if it is a row of a table behind another one: of an array of arrays, or of
    /// objects that have one each, as `cells` of Cucumber. Headings are also those of an object in front, as `tableHeader` and `columns`.
    private mutating func row(_ cells: JSONRow) -> [FieldMember] {
        guard !cells.isEmpty, var table = levels.indices.last else { return [] }
        if levels[table].isObject {
            levels[table].headings = cells
            guard table > 0 else { return [] }
            table -= 1
        }
        guard !levels[table].isObject else {
            levels[table].headings = cells
            return []
        }
        let before = table > 0 && levels[table - 1].isObject ? levels[table - 1].headings : nil
        let row = [levels[table].headings, before].compactMap(\.self).flatMap { cells.members(beneath: $0) }
        levels[table].headings = levels[table].headings ?? cells
        return row
    }

    /// Keeps a string of an array that is the value of a header: of one that the array is called, or that is in front of it, as in
    /// `["Authorization", "Bearer …"]`.
    private mutating func keepHeader(_ value: Range<Int>) {
        let last = levels.count - 1
        let (called, before) = (levels[last].name, levels[last].lastString)
        levels[last].lastString = value
        guard levels[last].members.count < Self.mostMembers else { return }
        if let called, HeaderLines.isCredential(value, of: called, in: source) {
            levels[last].members.append(FieldMember(name: called, value: value, notation: .jsonString))
        } else if let before, HeaderLines.isCredential(value, of: before, inList: true, in: source) {
            levels[last].members.append(FieldMember(name: before, value: value, notation: .jsonString))
        }
    }

    private mutating func text(_ range: Range<Int>, _ notation: Notation) -> Text {
        guard !levels.isEmpty else {
            return Text(range: range, notation: notation, name: nil, isContinued: false)
        }
        let last = levels.count - 1
        levels[last].count += 1
        let level = levels[last]
        guard level.isObject, let name = level.name else {
            if notation == .jsonString { keepHeader(range) }
            keepCell(range, notation)
            return Text(range: range, notation: notation, name: level.name, isContinued: level.count > 1)
        }
        let member = FieldMember(name: name, value: range, notation: notation)
        let title = FieldNaming.isValue(member, in: source) ? level.title : nil
        let isTitle = FieldNaming.isTitle(member, in: source)
        if isTitle { levels[last].title = range }
        if level.members.count < Self.mostMembers { levels[last].members.append(member) }
        let isCode = FieldNaming.code.contains(FieldNaming.word(name, in: source))
        return Text(
            range: range,
            notation: notation,
            name: isTitle ? nil : name,
            title: title,
            isContinued: false,
            isCode: isCode
        )
    }
}

/// The strings and numbers of an array, if there are no more than a row of a table has.
private struct JSONRow {
    private var cells: [(range: Range<Int>, notation: Notation)] = []

    private static let mostCells = 64

    mutating func append(_ range: Range<Int>, _ notation: Notation) {
        if cells.count <= Self.mostCells { cells.append((range, notation)) }
    }

    /// Whether there is no row.
    var isEmpty: Bool { cells.isEmpty || cells.count > Self.mostCells }

    /// The cells, each called as that of a row of as many is.
    func members(beneath headings: JSONRow) -> [FieldMember] {
        guard headings.cells.count == cells.count else { return [] }
        return zip(headings.cells, cells).compactMap { heading, cell in
            guard heading.notation == .jsonString else { return nil }
            return FieldMember(name: heading.range, value: cell.range, notation: cell.notation)
        }
    }
}

extension JSONTokens {
    /// Whether `text` is one well-formed value.
    static func isWhole(_ text: UnsafeRawBufferPointer, depth: Int = maximumDepth) -> Bool {
        var tokens = JSONTokens(text, depth: depth)
        do throws(Malformed) {
            while try tokens.next() != nil {}
            return true
        } catch {
            return false
        }
    }
}
