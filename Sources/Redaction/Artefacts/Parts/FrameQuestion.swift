import BinaryCoding
import BoundedWork
import Redaction
public import SecureMemory

/// The question which places of which pictures are covered because of what others show, or a trace tells.
public struct FrameQuestion: Sendable {
    private let notes: [(name: String, notes: SecureBytes)]

    /// Takes what entries tell, with their names in the artefact.
    public init(_ notes: [(name: String, notes: SecureBytes)]) {
        self.notes = notes
    }

    /// All notes in one message.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: notes) { writer, entry in
            writer.write(entry.name)
            writer.write(entry.notes)
        }
        return try writer.finish()
    }

    init(decoding message: SecureBytes) throws(ContentFailure) {
        notes = try PartMessage.read(message) { reader in
            try reader.array(maximumCount: PartMessage.mostEntries) { reader in
                (try reader.string(maximumByteCount: PartMessage.longestName), try reader.bytes())
            }
        }
    }

    /// The places to cover by the number of the entry in the question.
    func places(budget: inout WorkBudget) throws(ContentFailure) -> [Int: [Places.Place]] {
        var traces: [PlaywrightTrace] = []
        var seen: [String: SeenText] = [:]
        for (name, message) in notes {
            let notes = try FrameNotes(decoding: message)
            traces += notes.traces.map { $0.within(FileNames.directory(of: name)) }
            if let text = notes.text, seen[name] == nil { seen[name] = text }
        }
        guard !traces.isEmpty else { return [:] }
        let covers = try mapError(FrameCovers(traces).places(seen, budget: &budget), ContentFailure.unfinished)
        let places = notes.enumerated().compactMap { index, entry in covers[entry.name].map { (index, $0) } }
        return Dictionary(uniqueKeysWithValues: places)
    }

    /// The answer to a question: what is covered in the pictures, in the form that ``CoverQuestion`` takes.
    static func encoded(_ places: [Int: [Places.Place]]) throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        var answers: [(Int, SecureBytes)] = []
        for (index, places) in places.sorted(by: { $0.key < $1.key }) {
            answers.append((index, try CoverQuestion.encoded(places: places)))
        }
        writer.write(array: answers) { writer, answer in
            writer.write(answer.0)
            writer.write(answer.1)
        }
        return try writer.finish()
    }

    /// Reads the answer: what is covered by the number of the entry in this question.
    public func covers(decoding message: SecureBytes) throws(ContentFailure) -> [(index: Int, places: SecureBytes)] {
        try PartMessage.read(message) { reader in
            try reader.array(maximumCount: notes.count) { reader in
                try reader.checked { reader in
                    let index = try reader.int()
                    return notes.indices ~= index ? (index, try reader.bytes()) : nil
                }
            }
        }
    }
}

/// What an entry tells of the frames of a run.
struct FrameNotes {
    let traces: [PlaywrightTrace]
    /// The text of a picture; nil for anything else.
    let text: SeenText?

    private static let mostPlaces = 1 << 20
    private static let mostEvents = 1 << 24

    /// Nil where nothing is told.
    init?(_ told: ContentRedactor.Told) {
        guard !told.traces.isEmpty || told.isPicture else { return nil }
        (traces, text) = (told.traces, told.isPicture ? told.text : nil)
    }

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: traces) { $1.write(to: &$0) }
        writer.write(optional: text) { writer, text in
            for places in [text.lines, text.values] { writer.write(array: places) { $1.write(to: &$0) } }
        }
        return try writer.finish()
    }

    init(decoding message: SecureBytes) throws(ContentFailure) {
        (traces, text) = try PartMessage.read(message) { reader in
            (
                try reader.array(maximumCount: Self.mostEvents) { try PlaywrightTrace(from: &$0) },
                try reader.optional { reader in
                    func places(_ reader: inout BinaryReader) throws -> [Places.Place] {
                        try reader.array(maximumCount: Self.mostPlaces) { try Places.Place(from: &$0) }
                    }
                    return SeenText(lines: try places(&reader), values: try places(&reader))
                }
            )
        }
    }
}

extension Places.Place {
    func write(to writer: inout BinaryWriter) {
        writer.write(columns)
        writer.write(rows)
    }

    init(from reader: inout BinaryReader) throws(BinaryError) {
        self = try reader.checked { Places.Place(columns: try $0.doubles(), rows: try $0.doubles()) }
    }
}
