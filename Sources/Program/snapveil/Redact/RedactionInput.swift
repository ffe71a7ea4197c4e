import BinaryCoding
import BoundedWork
import Containment
import Foundation
import Redaction
import SecureMemory

struct RedactionInput: Sendable {
    let snapshot: SecureBytes
    /// The page source, if it has one of its own.
    let hierarchy: SecureBytes?
    /// Pixels for each point, if its name says so.
    let scale: Double?

    init(_ snapshot: SecureBytes, hierarchy: SecureBytes? = nil, scale: Double? = nil) {
        self.snapshot = snapshot
        self.hierarchy = hierarchy
        self.scale = scale
    }
}

extension RedactionInput {
    /// The file as the content of a job, and as bytes in memory of `source` that a worker may read: the snapshot, which is not
    /// copied where it is alone, and the page source behind it.
    func packed(in source: MemorySource) throws(OutOfMemory) -> (content: SecureBytes, bytes: SecureBytes) {
        guard hierarchy != nil || scale != nil else { return (SecureBytes(), snapshot) }
        var writer = BinaryWriter()
        writer.write(optional: scale) { $0.write($1) }
        writer.write(optional: hierarchy) { $0.write($1.count) }
        let content = try writer.finish()
        guard let hierarchy else { return (content, snapshot) }
        var builder = try SecureBytesBuilder(capacity: snapshot.count + hierarchy.count, in: source)
        try builder.append(snapshot)
        try builder.append(hierarchy)
        return (content, builder.finish())
    }

    init(content: SecureBytes, bytes: SecureBytes) throws(BinaryError) {
        guard !content.isEmpty else {
            self.init(bytes)
            return
        }
        var reader = BinaryReader(content)
        let scale = try reader.optional { (reader) throws(BinaryError) in try reader.double() }
        let count = try reader.optional { (reader) throws(BinaryError) in
            try reader.checked { reader in
                let count = try reader.int()
                return (0...bytes.count).contains(count) ? count : nil
            }
        }
        try reader.finish()
        let end = bytes.count - (count ?? 0)
        self.init(bytes[0..<end], hierarchy: count == nil ? nil : bytes[end..<bytes.count], scale: scale)
    }
}

struct RedactedFile: Sendable {
    /// The redacted snapshot, or a preview of the covers; with a report its thumbnail, empty if none is wanted.
    var picture = SecureBytes()
    var hierarchy: SecureBytes?
    var receipt: Receipt?
    var report: CheckReport?
    /// The exposure of the app, if that was asked for.
    var exposure: ExposureReport?
}

/// The reason why a file was not redacted.
enum RedactionFault: Error, Equatable {
    /// The file cannot be redacted, for this reason.
    case refused(String)
    /// The process that worked on it failed.
    case worker(WorkerFailure)
}

extension RedactionFault {
    /// The reason; the words of a worker in it can do no harm.
    var sentence: String {
        switch self {
        case .refused(let sentence): QuotedText.printing(sentence)
        case .worker(let failure): QuotedText.printing(failure.sentence)
        }
    }
}

/// The facts about a snapshot in the name of its file.
struct SnapshotName {
    /// Pixels for each point, as in `0A1B@3x.ktx` and `0A1B@2x~ipad.ktx`; nil if it has none.
    let scale: Double?

    init(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        scale = name.wholeMatch(of: #/.*@([1-4])x(~[a-z]+)?(\.[^.]*)?/#).flatMap { Double($0.1) }
    }
}
