import ArgumentParser
import BoundedWork
import Containment
import Glibc
import RedactionJobs

/// How far the code that reads files of strangers is kept apart from everything else.
enum Isolation: String, ExpressibleByArgument, CaseIterable {
    /// As far as the kernel lets it.
    case auto
    /// Altogether, or nothing is read.
    case required
    /// Not at all.
    case none
}

/// Receivers of notes on how far work is contained.
struct IsolationNotes: Sendable {
    /// The way of work without workers, as a clause.
    let fallback: String
    /// Takes a line on contained work.
    let note: @Sendable (String) -> Void
    /// Takes a line on work that is not contained, or not altogether.
    let warn: @Sendable (String) -> Void
}

extension Isolation {
    /// The launcher of workers, to be made by the main thread before the process knows anything that a worker must not
    /// know; nil where there are none. Throws if it cannot be had and is required.
    func launcher(_ notes: IsolationNotes) throws(InvalidSetting) -> Launcher? {
        guard self != .none else {
            notes.note("not contained: \(notes.fallback), because isolation is none")
            return nil
        }
        // A limit on the length of files is one of shared memory, too: a longer one then fails, and ends nothing.
        signal(SIGXFSZ, SIG_IGN)
        do throws(ContainmentError) {
            return try Launcher(.itself("snapveil", "worker"))
        } catch {
            try fallBack("\(error)", notes)
            return nil
        }
    }

    /// The pool that `start` makes with processes of `launcher`; nil if all work is to be done in this process. Throws if they
    /// cannot be had, or not be locked, and that is required, and for models that cannot be used.
    func contained(
        _ notes: IsolationNotes,
        _ subject: String,
        _ launcher: Launcher?,
        _ start: (Launcher) throws(ContainmentError) -> WorkerPool
    ) throws(InvalidSetting) -> WorkerPool? {
        guard let launcher else { return nil }
        let pool: WorkerPool
        do throws(ContainmentError) {
            pool = try start(launcher)
        } catch .unusableSetup(let reason) {
            throw InvalidSetting(message: QuotedText.printing(reason))
        } catch {
            try fallBack("\(error)", notes)
            return nil
        }
        if let locks = pool.locks { try report(subject, locks, notes) }
        return pool
    }

    /// Notes how far a process is locked. Throws if a lock is missing, and all are required.
    func report(_ subject: String, _ locks: LockReport, _ notes: IsolationNotes) throws(InvalidSetting) {
        guard !locks.isComplete else { return notes.note("contained: \(subject): \(locks)") }
        let remedies = locks.missing.compactMap { $0.measure.remedy.map { ". \($0)" } }.joined()
        guard self != .required else { throw Self.lack("\(subject): \(locks)\(remedies)") }
        notes.warn("contained in part: \(subject): \(locks)\(remedies)")
    }

    /// Notes that there are no workers. Throws if they are required.
    func fallBack(_ reason: String, _ notes: IsolationNotes) throws(InvalidSetting) {
        guard self != .required else { throw Self.lack(reason) }
        notes.warn("not contained: \(notes.fallback): \(reason)")
    }

    private static func lack(_ reason: String) -> InvalidSetting {
        InvalidSetting(
            message: "isolation is required, and not possible: \(reason). --isolation auto would go on without it"
        )
    }
}

extension LockMeasure {
    /// Advice to an operator where the measure cannot be taken; nil where there is none.
    fileprivate var remedy: String? {
        switch self {
        case .landlock:
            "Landlock needs Linux 5.13 or newer with landlock in its lsm=, and a container that allows it"
        case .seccomp:
            "seccomp needs a kernel with CONFIG_SECCOMP_FILTER, and a container that allows it"
        default: nil
        }
    }
}
