import BoundedWork
import TextAlgorithms

/// What a trace of Playwright tells of its pictures: which of them are frames of a page, and when and where fields were filled in
/// with what is sensitive.
struct PlaywrightTrace {
    /// A picture of a page.
    struct Frame {
        /// The name of its file beside the trace.
        let file: String
        let page: String
        /// Milliseconds.
        let time: Double
        /// Of the page, in the units of boxes.
        let (width, height): (Double, Double)
    }

    /// A field that was filled in.
    struct Touch {
        /// Nil if it is not known.
        let page: String?
        let time: Double
        let (columns, rows): (ClosedRange<Double>, ClosedRange<Double>)
    }

    /// A time at which a page was known to show a document.
    struct Showing {
        let page: String
        let time: Double
        let address: String
    }

    /// An action, of which several lines tell.
    private struct Call {
        var (page, time): (String?, Double?)
        var isSensitive = false
        var boxes: [(columns: ClosedRange<Double>, rows: ClosedRange<Double>)] = []
    }

    private(set) var frames: [Frame] = []
    private(set) var showings: [Showing] = []
    /// Fields in the order in which they were touched.
    private(set) var touches: [Touch] = []
    /// The actions that are not read to their end.
    private var calls: [String: Call] = [:]

    /// Reads `source`; nil if it is no trace.
    ///
    /// - Parameter edits: What is taken out of it: an action of which something is has filled in something sensitive.
    init?(
        _ source: UnsafeRawBufferPointer,
        _ edits: SourceEdits,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        guard source.first == UInt8(ascii: "{") else { return nil }
        var rules = try FieldRules(budget: &budget)
        var starts = edits.starts[...]
        var isTrace = false
        for line in TextLines(of: source) where !line.isEmpty {
            try budget.spend(line.count)
            guard let event = JSONMembers(UnsafeRawBufferPointer(rebasing: source[line])) else { return nil }
            if !isTrace {
                guard event["type"] == "context-options" else { return nil }
                isTrace = true
            }
            starts = starts.drop { $0 < line.lowerBound }
            let isEdited = starts.first.map { $0 < line.upperBound } ?? false
            try read(event, in: line, of: source, isEdited: isEdited, &rules, budget: &budget)
        }
        guard isTrace else { return nil }
        touches = calls.values.filter(\.isSensitive).flatMap { call in
            call.boxes.map {
                Touch(page: call.page, time: call.time ?? -.infinity, columns: $0.columns, rows: $0.rows)
            }
        }
        .sorted { $0.time < $1.time }
        calls = [:]
    }

    init(frames: [Frame], showings: [Showing], touches: [Touch]) {
        (self.frames, self.showings, self.touches) = (frames, showings, touches)
    }

    /// The trace as it lies in a directory, the name of which ends with a slash or is empty.
    func within(_ directory: String) -> PlaywrightTrace {
        var trace = self
        trace.frames = frames.map { frame in
            Frame(
                file: directory + frame.file,
                page: frame.page,
                time: frame.time,
                width: frame.width,
                height: frame.height
            )
        }
        return trace
    }

    private mutating func read(
        _ event: JSONMembers,
        in line: Range<Int>,
        of source: UnsafeRawBufferPointer,
        isEdited: Bool,
        _ rules: inout FieldRules,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        switch event["type"] {
        case "screencast-frame": readFrame(event)
        case "frame-snapshot": readSnapshot(event)
        case "before":
            guard let id = event["callId"] else { return }
            calls[id, default: Call()].time = event.number("startTime")
            if isEdited { calls[id]?.isSensitive = true }
        case "log":
            guard let id = event["callId"], let message = event.range("message") else { return }
            let text = line.lowerBound + message.lowerBound..<line.lowerBound + message.upperBound
            let isField = Self.fields.contains { event["message"]?.contains($0) ?? false }
            let isNamed = isField ? try rules.nameSecret(text, in: source, budget: &budget) : false
            if isEdited || isNamed { calls[id, default: Call()].isSensitive = true }
        case "input":
            guard let id = event["callId"], let box = Self.box(event) else { return }
            calls[id, default: Call()].boxes.append(box)
        default: break
        }
    }

    /// The beginnings of elements that are filled in, as a log says to which one an action came.
    private static let fields = ["<input", "<textarea"]

    private mutating func readFrame(_ event: JSONMembers) {
        let file = event["file"] ?? event["sha1"].map { "resources/\($0)" }
        guard let file, let page = event["pageId"], let time = event.number("timestamp"),
            let width = event.number("width"), let height = event.number("height"), width >= 1, height >= 1
        else { return }
        frames.append(Frame(file: file, page: page, time: time, width: width, height: height))
    }

    private mutating func readSnapshot(_ event: JSONMembers) {
        guard let page = event["snapshot.pageId"] else { return }
        if let id = event["snapshot.callId"] { calls[id, default: Call()].page = page }
        guard let time = event.number("snapshot.timestamp"), let address = event["snapshot.frameUrl"],
            event["snapshot.isMainFrame"] == "true"
        else { return }
        showings.append(Showing(page: page, time: time, address: String(address.prefix { $0 != "#" && $0 != "?" })))
    }

    private static func box(
        _ event: JSONMembers
    ) -> (columns: ClosedRange<Double>, rows: ClosedRange<Double>)? {
        guard let x = event.number("box.x"), let y = event.number("box.y"), let width = event.number("box.width"),
            let height = event.number("box.height"), width > 0, height > 0
        else { return nil }
        return (x...x + width, y...y + height)
    }
}
