import BinaryCoding
import Glibc

/// The measures of a lock that are in force, and the reasons why the others are not.
public struct LockReport: Sendable, Equatable {
    /// A measure that is not in force.
    public struct Missing: Sendable, Equatable {
        /// The measure.
        public let measure: LockMeasure
        /// The reason why it is not in force, in the words of the system where it has some.
        public let reason: String
    }

    /// The measures that are in force, in the order in which they were taken.
    public private(set) var inForce: [LockMeasure] = []
    /// The measures that are not in force.
    public private(set) var missing: [Missing] = []
    /// The version of the kernel's Landlock; 0 for none. Before 4 it leaves networks free, before 6 signals and abstract sockets.
    public internal(set) var landlockVersion = 0
    /// The threads of the process when it was locked. Landlock and the lack of capabilities hold for only one of them.
    public internal(set) var threadCount = 1
    /// The number of a worker's files that could not be opened before.
    public internal(set) var unopenedFileCount = 0

    static let leftOut = "left out"

    init() {}

    /// Whether every measure is in force, for the whole process.
    public var isComplete: Bool { missing.isEmpty && threadCount == 1 }

    func weaker(_ other: LockReport) -> LockReport {
        other.missing.count > missing.count ? other : self
    }

    func includes(_ other: LockReport) -> Bool {
        Set(other.inForce).isSubset(of: inForce) && threadCount <= other.threadCount
    }

    /// Notes a measure, with 0 or the value of `errno` for its lack.
    mutating func note(_ measure: LockMeasure, error: Int32) {
        if error == 0 {
            inForce.append(measure)
        } else {
            note(missing: measure, String(cString: strerror(error)))
        }
    }

    /// Takes a measure, unless it is in `leftOut`, and notes it. The action gives 0 or the value of `errno`.
    mutating func take(_ measure: LockMeasure, unlessIn leftOut: Set<LockMeasure>, _ action: () -> Int32) {
        if leftOut.contains(measure) {
            note(missing: measure, Self.leftOut)
        } else {
            note(measure, error: action())
        }
    }

    mutating func note(missing measure: LockMeasure, _ reason: String) {
        missing.append(Missing(measure: measure, reason: reason))
    }
}

extension LockReport: CustomStringConvertible {
    /// One line for a log: `no new privileges, Landlock 7; missing: seccomp (Operation not permitted)`.
    public var description: String {
        let names = inForce.map { $0 == .landlock ? "\($0.name) \(landlockVersion)" : $0.name }
        var parts = [names.isEmpty ? "nothing" : names.joined(separator: ", ")]
        if !missing.isEmpty {
            parts.append("missing: " + missing.map { "\($0.measure.name) (\($0.reason))" }.joined(separator: ", "))
        }
        if threadCount != 1 { parts.append("\(threadCount) threads") }
        if unopenedFileCount != 0 { parts.append("\(unopenedFileCount) files cannot be opened") }
        return parts.joined(separator: "; ")
    }
}

/// One way in which a process limits itself for good.
public enum LockMeasure: String, Sendable, Hashable, CaseIterable {
    /// No program that the process starts gets rights that it lacks.
    case noNewPrivileges
    /// The process has no capabilities.
    case noCapabilities
    /// The memory, the descriptors and the files that the process may have are bounded.
    case resourceLimits
    /// No other process of the user can read the memory, and a crash leaves no core dump.
    case hiddenMemory
    /// A crash shows whether the memory had run out.
    case lastWords
    /// Landlock: the files, networks and processes that the process reaches are bounded.
    case landlock
    /// Seccomp: the system calls that the process makes are bounded.
    case seccomp

    var name: String {
        switch self {
        case .noNewPrivileges: "no new privileges"
        case .noCapabilities: "no capabilities"
        case .resourceLimits: "resource limits"
        case .hiddenMemory: "hidden memory"
        case .lastWords: "last words"
        case .landlock: "Landlock"
        case .seccomp: "seccomp"
        }
    }
}

extension LockReport {
    private static let longestReason = 256
    private static let mostMeasures = 32

    func write(to writer: inout BinaryWriter) {
        writer.write(array: inForce) { $0.write($1) }
        writer.write(array: missing) { writer, missing in
            writer.write(missing.measure)
            writer.write(missing.reason)
        }
        writer.write(landlockVersion)
        writer.write(threadCount)
        writer.write(unopenedFileCount)
    }

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        self.init()
        for measure in try reader.array(maximumCount: Self.mostMeasures, { try $0.word(of: LockMeasure.self) }) {
            note(measure, error: 0)
        }
        let missing = try reader.array(maximumCount: Self.mostMeasures) { reader in
            (try reader.word(of: LockMeasure.self), try reader.string(maximumByteCount: Self.longestReason))
        }
        for (measure, reason) in missing { note(missing: measure, reason) }
        landlockVersion = try reader.int()
        threadCount = try reader.int()
        unopenedFileCount = try reader.int()
    }
}
