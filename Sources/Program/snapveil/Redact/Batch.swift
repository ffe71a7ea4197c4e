import Artefacts
import BoundedWork
import Glibc
import Recordings
import Redaction
import RedactionJobs
import SecureMemory
import Synchronization

/// A file to redact and the place of the result.
struct RedactionFile: Sendable {
    let input: FilePlace
    let output: FilePlace
}

/// Redacts files in parallel.
struct Batch {
    let workers: FileWorkers
    /// Whether the page sources of the files lie beside them.
    let takesHierarchiesBeside: Bool
    /// The path that the redacted hierarchy is written to, if it is asked for.
    let hierarchyOutput: String?

    struct Outcome {
        /// The receipts of the files that succeeded, in the order of the files, if they are wanted.
        let receipts: [FileReceipt]
        /// Files that failed; each was named on standard error.
        let failures: Int
    }

    /// Redacts `files`, with its progress on standard error: archives by all workers, and recordings, one after the other, and then the
    /// others.
    func run(_ files: [RedactionFile]) -> Outcome {
        let receipts = Mutex<[Int: FileReceipt.Content]>([:])
        var failures = 0
        var others: [Int] = []
        for (index, file) in files.enumerated() {
            do throws(FileError) {
                let writing = ResultWriting(file)
                if workers.order.seals { try writing.checkSealing() }
                guard let receipt = try receiptOfLarge(file, writing) else {
                    others.append(index)
                    continue
                }
                receipts.withLock { $0[index] = receipt }
            } catch {
                failures += 1
                Progress.report("\(error)")
            }
        }
        failures += workers.workOnFiles(others.count) { [others] (number, turn) throws(FileError) in
            let index = others[number]
            let receipt = try perform(files[index], turn)
            receipts.withLock { $0[index] = receipt }
            guard case .artefact(let entries) = receipt else { return nil }
            return Self.note(entries, on: files[index])
        }
        return Outcome(
            receipts: receipts.withLock(\.self).sorted { $0.key < $1.key }
                .map { FileReceipt(input: files[$0].input.path, receipt: $1) },
            failures: failures
        )
    }

    /// Redacts an archive or a recording, which more than one process works on; nil for anything else.
    private func receiptOfLarge(
        _ file: RedactionFile,
        _ writing: ResultWriting
    ) throws(FileError) -> FileReceipt.Content? {
        if let recordings = workers.recordings, let recording = RecordingFile(file.input) {
            guard !workers.order.seals else {
                throw FileError(
                    path: file.input.path,
                    reason: "a recording cannot be sealed: leave out --recipient for it"
                )
            }
            return .recording(
                workers.order.product == .preview
                    ? try recordings.preview(recording, to: file.output, workers)
                    : try recordings.redact(recording, by: writing, workers)
            )
        }
        guard workers.order.takesArtefacts, let archive = ArchiveFile(file.input) else { return nil }
        let receipt = try workers.redact(archive, by: writing)
        Progress.report(Self.note(receipt, on: file))
        return .artefact(receipt)
    }

    private static func note(_ receipt: ArtefactReceipt, on file: RedactionFile) -> String? {
        receipt.note.map { "\(file.input.path): \($0)" }
    }

    private func perform(_ file: RedactionFile, _ turn: JobQueue.Turn) throws(FileError) -> FileReceipt.Content? {
        let writing = ResultWriting(file)
        let redacted = try workers.perform(file.input, takingHierarchyBeside: takesHierarchiesBeside, turn)
        let body = { (output: borrowing OpenFile) throws(SystemError) in try output.write(redacted.picture) }
        if let receipt = redacted.entries {
            try ArtefactSealing(writing, receipt, workers, turn).write(by: body)
        } else if let sealed = redacted.sealed {
            try writing.write(by: body) { (_, file) throws(FileError) in
                try mapError(file.write(sealed)) { (error: SystemError) in
                    FileError(path: writing.sealed.path, error.code)
                }
            }
        } else {
            try writing.write(by: body)
        }
        if let hierarchyOutput, let hierarchy = redacted.hierarchy { try FilePlace(hierarchyOutput).write(hierarchy) }
        return redacted.entries.map(FileReceipt.Content.artefact) ?? redacted.receipt.map(FileReceipt.Content.snapshot)
    }
}

struct FileReceipt: Encodable {
    let input: String
    let receipt: Content

    enum Content: Encodable {
        case snapshot(Receipt)
        case artefact(ArtefactReceipt)
        case recording(RecordingReceipt)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .snapshot(let receipt): try receipt.encode(to: encoder)
            case .artefact(let receipt): try receipt.encode(to: encoder)
            case .recording(let receipt): try receipt.encode(to: encoder)
            }
        }
    }
}

extension ArtefactReceipt {
    /// Entries that a note names at most.
    private static let mostNamed = 3

    /// The entries that were left out, for people; nil if none was.
    var note: String? {
        let dropped = entries.filter { $0.outcome == .dropped }
        guard !dropped.isEmpty else { return nil }
        let named = dropped.prefix(Self.mostNamed).map { entry in
            QuotedText.quoting(entry.name ?? "") + " (" + QuotedText.printing(entry.dropped.first ?? "") + ")"
        }
        let rest = dropped.count > Self.mostNamed ? [", …"] : []
        return "left out \(dropped.count) of \(entries.count) entries: " + named.joined(separator: ", ") + rest.joined()
    }
}

/// The receipts of a run as JSON: one receipt for one file, an array of objects with `input` and `receipt` for several.
struct ReceiptFile {
    /// The receipts of the inputs that succeeded.
    let receipts: [FileReceipt]
    /// The number of all inputs, which decides the form.
    let inputCount: Int

    func write(to path: String) throws {
        let single = inputCount == 1 ? receipts.first : nil
        let json = try single.map { try PrintedText.json($0.receipt) } ?? PrintedText.json(receipts)
        try FilePlace(path).write(SecureBytes(copying: Array("\(json)\n".utf8)))
    }
}

/// A progress bar on standard error, where that is a terminal; messages alone where it is not.
final class Progress: Sendable {
    private let total: Int
    private let label: String
    private let isShown: Bool
    private let done = Mutex(0)

    /// Cells of a bar.
    static let width = 30

    /// A bar of which some cells are filled.
    static func cells(filled: Int) -> String {
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    }

    /// Shows a bar for two or more steps to come, with what is done in words.
    init(total: Int, _ words: String? = nil) {
        self.total = total
        label = words.map { " \($0)" } ?? ""
        self.isShown = total > 1 && isatty(STDERR_FILENO) == 1
        if isShown { PrintedText.write(bar(0)) }
    }

    /// Counts a step, and prints `message` on a line of its own.
    func advance(reporting message: String? = nil) {
        done.withLock { done in
            done += 1
            if let message { PrintedText.report(message, clearing: isShown ? "\r\u{1B}[K" : "") }
            if isShown { PrintedText.write(bar(done)) }
        }
    }

    /// Prints a message, if there is one, where no bar is shown.
    static func report(_ message: String?) {
        if let message { PrintedText.report("snapveil: \(message)") }
    }

    func finish() {
        if isShown { PrintedText.write("\n") }
    }

    private func bar(_ done: Int) -> String {
        "\r\u{1B}[K\(Self.cells(filled: Self.width * done / total)) \(done)/\(total)\(label)"
    }
}
