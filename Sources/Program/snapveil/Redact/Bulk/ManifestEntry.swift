import Foundation
import Redaction

/// The outcome of a file in a manifest: a line of JSON.
struct ManifestEntry: Sendable, Equatable {
    /// The file, relative to the directory of all.
    let input: TreePath
    let outcome: Outcome

    enum Outcome: Sendable, Equatable {
        case done(Done)
        case run(Run)
        /// There is no result, for this reason.
        case failed(String)
        /// A directory cannot be listed, for this reason.
        case unreadable(String)
    }

    /// A result and its origin.
    struct Done: Sendable, Equatable {
        /// Relative to the directory of results.
        var output: TreePath
        /// Its SHA-256 in hexadecimal.
        var sha256: String
        /// The SHA-256 of the redacted page source; nil if there is none.
        var hierarchy: String?
        /// The weakest assurance of all covers.
        var assurance: Assurance
        /// The number of rectangles that were covered.
        var covered: Int
        var receipt: String
        var order: String
        /// The digest of the content of the file, under the key of the manifest.
        var source: String
        /// The digest of all of this and of the stamps of both files, under the key of the manifest; nil if a
        /// change of the file might not have shown.
        var seal: String?
    }

    /// The results of a run, which have its name.
    struct Run: Sendable, Equatable {
        /// The number of its files, and of the entries of archives among them.
        var entries: Int
        /// Those that were left out.
        var dropped: Int
        var order: String
        /// The digest of all stamps, under the key of the manifest; nil if a change of a file might not have shown.
        var seal: String?
    }
}

extension ManifestEntry {
    /// The beginning of every line, before the identifier of the file.
    static let prefix = Array(#"{"id":""#.utf8)

    /// The line, with its end.
    var line: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let members = try encoder.encode(Members(self)).dropFirst()
            let status = Array(#"","status":"\#(outcome.status.rawValue)","#.utf8)
            return Self.prefix + Array(FileID(input).hexadecimal.utf8) + status + members + [UInt8(ascii: "\n")]
        }
    }

    /// Reads a line; nil if it is none, or not whole.
    init?(line: [UInt8]) {
        guard let members = try? JSONDecoder().decode(Members.self, from: Data(line)),
            let entry = members.entry
        else { return nil }
        self = entry
    }

    private static let identifierEnd = prefix.count + 2 * FileID.byteCount

    /// The identifier that a line begins with; nil if it begins otherwise.
    static func file(ofLine line: UnsafeRawBufferPointer) -> FileID? {
        guard line.count > identifierEnd, line.starts(with: prefix) else { return nil }
        return FileID(hexadecimal: line[prefix.count..<identifierEnd])
    }

    /// Whether a line that begins with an identifier says that there is a result.
    static func isDone(_ line: UnsafeRawBufferPointer) -> Bool {
        line[identifierEnd...].starts(with: #"","status":"done","#.utf8)
    }
}

extension ManifestEntry.Outcome {
    fileprivate enum Status: String, Codable {
        case done, failed, unreadable
    }

    fileprivate var status: Status {
        switch self {
        case .done, .run: .done
        case .failed: .failed
        case .unreadable: .unreadable
        }
    }
}

/// The members of a line, besides the identifier and the status, which come first so that they are found without a parser.
private struct Members: Codable {
    private let input: String
    /// The bytes of the path in Base64, where it is not UTF-8.
    private let inputBytes: Data?
    /// The status of a line that was read; nil in one that is written.
    private var status: ManifestEntry.Outcome.Status?
    private var problem: String?
    private var output: String?
    private var outputBytes: Data?
    private var sha256: String?
    private var hierarchy: String?
    private var assurance: Assurance?
    private var covered: Int?
    /// The number of entries of a run; nil for a picture.
    private var entries: Int?
    private var dropped: Int?
    private var receipt: String?
    private var order: String?
    private var source: String?
    private var seal: String?

    init(_ entry: ManifestEntry) {
        (input, inputBytes) = Self.members(of: entry.input)
        switch entry.outcome {
        case .failed(let reason), .unreadable(let reason): problem = reason
        case .done(let done):
            (output, outputBytes) = Self.members(of: done.output)
            (sha256, assurance, covered, receipt) = (done.sha256, done.assurance, done.covered, done.receipt)
            (order, source, seal, hierarchy) = (done.order, done.source, done.seal, done.hierarchy)
        case .run(let run): (entries, dropped, order, seal) = (run.entries, run.dropped, run.order, run.seal)
        }
    }

    /// The entry of these members; nil if some are missing.
    var entry: ManifestEntry? {
        let input = Self.path(input, inputBytes)
        switch status {
        case nil: return nil
        case .failed: return problem.map { ManifestEntry(input: input, outcome: .failed($0)) }
        case .unreadable: return problem.map { ManifestEntry(input: input, outcome: .unreadable($0)) }
        case .done:
            if let entries, let dropped, let order {
                let run = ManifestEntry.Run(entries: entries, dropped: dropped, order: order, seal: seal)
                return ManifestEntry(input: input, outcome: .run(run))
            }
            guard let output, let sha256, let assurance, let covered, let receipt, let order, let source else {
                return nil
            }
            let done = ManifestEntry.Done(
                output: Self.path(output, outputBytes),
                sha256: sha256,
                hierarchy: hierarchy,
                assurance: assurance,
                covered: covered,
                receipt: receipt,
                order: order,
                source: source,
                seal: seal
            )
            return ManifestEntry(input: input, outcome: .done(done))
        }
    }

    private static func members(of path: TreePath) -> (text: String, bytes: Data?) {
        path.text.map { ($0, nil) } ?? (String(decoding: path.bytes, as: UTF8.self), Data(path.bytes))
    }

    private static func path(_ text: String, _ bytes: Data?) -> TreePath {
        TreePath(bytes: bytes.map(Array.init) ?? Array(text.utf8))
    }
}
