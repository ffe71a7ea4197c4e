import Foundation
import SecureMemory

/// A directory of this process that goes when nobody holds it any more.
final class TemporaryDirectory {
    /// Where it is.
    let url: URL

    /// Creates it; `name` says what it is for.
    init(_ name: String) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("snapveil-benchmark-\(getpid())-\(name)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file, and returns its path.
    func write(_ bytes: SecureBytes, as name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try bytes.withUnsafeBytes { Data($0) }.write(to: file)
        return file.path
    }
}
