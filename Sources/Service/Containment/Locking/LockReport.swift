import Glibc

/// Which measures of a lock are in force, and why the others are not.
public struct LockReport: Sendable, Equatable {
    /// A measure that is not in force.
    public struct Missing: Sendable, Equatable {
        /// The measure.
        public let measure: LockMeasure
        /// Why it is not in force, in the words of the system where it says so.
        public let reason: String
    }

    /// The measures that are in force, in the order in which they were taken.
    public private(set) var inForce: [LockMeasure] = []
    /// The measures that are not in force.
    public private(set) var missing: [Missing] = []
    /// The version of Landlock's interface that the kernel has; 0 if it has none. Before 4 it leaves networks free, and
    /// before 6 signals and abstract sockets.
    public internal(set) var landlockVersion = 0
    /// The threads that the process had when it was locked. Only one of them is locked by Landlock and has no
    /// capabilities.
    public internal(set) var threadCount = 1
    /// How many of the files that a worker keeps could not be opened before.
    public internal(set) var unopenedFileCount = 0

    /// Why a measure is missing that was not to be taken.
    static let leftOut = "left out"

    init() {}

    /// Whether every measure is in force, for the whole process.
    public var isComplete: Bool { missing.isEmpty && threadCount == 1 }

    /// Whichever of two reports has more measures missing.
    func weaker(_ other: LockReport) -> LockReport {
        other.missing.count > missing.count ? other : self
    }

    /// Whether every measure of `other` is in force here, too.
    func includes(_ other: LockReport) -> Bool {
        Set(other.inForce).isSubset(of: inForce) && threadCount <= other.threadCount
    }

    /// Notes how a measure went.
    ///
    /// - Parameter error: 0, or the value of `errno` that says why the measure is not in force.
    mutating func note(_ measure: LockMeasure, error: Int32) {
        if error == 0 {
            inForce.append(measure)
        } else {
            note(missing: measure, String(cString: strerror(error)))
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
