import Foundation
import ProcessFiles
import Testing

/// The most memory that this process has had at any time, as Linux counts it.
enum PeakMemory: String {
    /// Mapped, whether it was touched or not.
    case mapped = "VmPeak"
    /// Touched.
    case resident = "VmHWM"

    /// Room for what other tests, and the allocator for its threads, take in the meantime.
    static let tolerance = 512 << 20

    /// In bytes.
    func read() throws -> Int {
        let status = try ProcessFile.text(at: "/proc/self/status")
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(rawValue) })
        let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
        return try #require(kilobytes) * 1024
    }
}
