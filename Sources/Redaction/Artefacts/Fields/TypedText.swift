import BoundedWork
import Hierarchy
import TextAlgorithms

/// What a test typed into a field for a secret, as tools and titles of steps tell it: `Type 'hunter2' into "Password" SecureTextField` of
/// XCUITest, `Fill "hunter2" getByLabel('Password')` of Playwright, `Entered value hunter2 in Password field` of many a log.
struct TypedText: ~Copyable {
    private static let verbs: Set<String> = [
        "enter", "entered", "entering", "enters", "fill", "filled", "filling", "fills", "input", "insert", "inserted",
        "inserting", "inserts", "paste", "pasted", "put", "send", "sending", "sends", "sent", "set", "sets", "setting",
        "type",
        "typed", "types", "typing", "write", "writes", "writing", "wrote",
    ]
    private static let verbLengths = 3...9
    /// Words between a verb and what was typed.
    private static let fillers: Set<String> = ["value", "text", "keys", "the", "string"]
    /// Quotation marks as they stand, and as JSON and markup write them.
    private static let marks = ["'", "\"", "\\\"", "&quot;", "&#34;", "&#39;"].map { Array($0.utf8) }
    private static let joints = [" into ", " in ", " to ", " on ", " for "].map { Array($0.utf8) }
    /// Beginnings of what says where Playwright typed it.
    private static let locators = ["locator(", "getBy", "frameLocator(", "contentFrame("].map { Array($0.utf8) }
    private static let (secure, field) = (Array("Secure".utf8), Array("TextField".utf8))
    /// What ends the words for a field, unless they are a locator.
    private static let ends = [". ", ", ", "; ", " and ", " then ", "<", "&lt;", "\\n"].map { Array($0.utf8) }
    /// Bytes that are looked at for the end of what was typed, with quotation marks and without, and behind that for the field in a locator
    /// and in words.
    private static let (longest, longestWord, reach, reachOfWords) = (4_096, 128, 400, 120)

    private let source: UnsafeRawBufferPointer
    private let notation: Notation
    private var names: FieldNames
    /// For each quotation mark the place from which on a closing one was not looked for.
    private var unread = [Int](repeating: 0, count: marks.count)
    /// The last place that was judged, because many may have what was typed end there.
    private var judged: (place: Int, callsSecret: Bool)?

    /// What was typed into fields for secrets, in a text.
    static func fields(
        in range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        try budget.spend(range.count)
        var fields: [FieldMember] = []
        var position = range.lowerBound
        var typed: TypedText?
        while let verb = verb(in: position..<range.upperBound, of: source) {
            position = verb.upperBound
            if typed == nil { typed = try TypedText(of: source, notation, budget: &budget) }
            guard let value = try typed?.value(behind: verb.upperBound, to: range.upperBound, budget: &budget) else {
                continue
            }
            fields.append(FieldMember(name: verb, value: value, notation: notation))
            position = value.upperBound
        }
        return fields
    }

    private init(
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let names = try FieldNames(budget: &budget)
        (self.source, self.notation) = (source, notation)
        self.names = names
    }

    /// The next verb, which a space or a colon follows.
    private static func verb(in range: Range<Int>, of source: UnsafeRawBufferPointer) -> Range<Int>? {
        var start = range.lowerBound
        while start < range.upperBound {
            guard source[start].isASCIILetter else {
                start += 1
                continue
            }
            var end = start
            while end < range.upperBound, source[end].isASCIILetter { end += 1 }
            let isFollowed = end < range.upperBound && isJoint(source[end])
            if isFollowed, verbLengths.contains(end - start),
                verbs.contains(String(decoding: source[start..<end], as: UTF8.self).lowercased())
            {
                return start..<end
            }
            start = end
        }
        return nil
    }

    /// The place of what was typed, if the words behind it call a field for secrets.
    private mutating func value(
        behind verb: Int,
        to end: Int,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Range<Int>? {
        let start = start(behind: verb, to: end)
        let text = source[start..<min(end, start + Self.longest)]
        guard let kind = Self.marks.firstIndex(where: text.starts) else {
            return try word(in: text.prefix(Self.longestWord), to: end, budget: &budget)
        }
        let mark = Self.marks[kind]
        let rest = text.dropFirst(mark.count)
        let unread = rest[min(max(rest.startIndex, unread[kind]), rest.endIndex)...]
        try budget.spend(unread.count)
        let close = unread.place(of: mark + [UInt8(ascii: " ")])
        self.unread[kind] = max(self.unread[kind], close ?? (rest.endIndex - mark.count))
        guard let close, try callsSecret(behind: close + mark.count, to: end, budget: &budget) else { return nil }
        return rest.startIndex..<close
    }

    /// The start of what was typed: behind spaces, a colon and words for it.
    private func start(behind verb: Int, to end: Int) -> Int {
        var start = verb
        while start < end {
            if Self.isJoint(source[start]) {
                start += 1
                continue
            }
            let word = source[start..<end].prefix(Self.verbLengths.upperBound).prefix(while: \.isASCIILetter)
            guard word.endIndex < end, Self.isJoint(source[word.endIndex]),
                Self.fillers.contains(String(decoding: word, as: UTF8.self).lowercased())
            else { break }
            start = word.endIndex
        }
        return start
    }

    private static func isJoint(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: ":") }

    /// A word without quotation marks.
    private mutating func word(
        in text: Slice<UnsafeRawBufferPointer>,
        to end: Int,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Range<Int>? {
        let word = text.prefix { !$0.isASCIISpace }
        try budget.spend(word.count)
        guard Self.joints.contains(where: source[word.endIndex..<end].starts),
            let place = try CaptionedSecret.place(in: UnsafeRawBufferPointer(rebasing: word), &names, budget: &budget),
            try callsSecret(behind: word.endIndex, to: end, budget: &budget)
        else { return nil }
        return word.startIndex + place.lowerBound..<word.startIndex + place.upperBound
    }

    /// Whether the text behind what was typed says that it went into a field for secrets.
    private mutating func callsSecret(
        behind value: Int,
        to end: Int,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        if let judged, judged.place == value { return judged.callsSecret }
        let place = source[value..<min(end, value + Self.reach)].prefix { $0 != UInt8(ascii: "\n") }
        try budget.spend(place.count)
        let isCalled = try isField(place, budget: &budget)
        judged = (value, isCalled)
        return isCalled
    }

    private mutating func isField(
        _ place: Slice<UnsafeRawBufferPointer>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        guard let joint = Self.joints.first(where: place.starts) else {
            let locator = place.dropFirst()
            return Self.locators.contains(where: locator.starts) ? try nameSecret(locator, budget: &budget) : false
        }
        let isSecure = place.place(of: Self.field).map {
            place[..<$0].suffix(Self.secure.count).elementsEqual(Self.secure)
        }
        if isSecure ?? false { return true }
        let words = place.dropFirst(joint.count).prefix(Self.reachOfWords)
        let wordsEnd = Self.ends.compactMap { words.place(of: $0) }.min() ?? words.endIndex
        return try nameSecret(words[..<wordsEnd], budget: &budget)
    }

    private mutating func nameSecret(
        _ name: Slice<UnsafeRawBufferPointer>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        try names.nameSecret(UnsafeRawBufferPointer(rebasing: name), budget: &budget)
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// The place where `bytes` stand first; nil if they do not.
    func place(of bytes: [UInt8]) -> Int? {
        guard let first = bytes.first else { return nil }
        var rest = self
        while let place = rest.firstIndex(of: first) {
            rest = rest[place...]
            if rest.starts(with: bytes) { return place }
            rest = rest.dropFirst()
        }
        return nil
    }
}
