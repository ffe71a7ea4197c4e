import ArgumentParser
import Containment
import Glibc
import Logging
import PolicyLibrary
import SnapveilService

/// The option that says how far what reads uploads is kept apart from everything else.
struct IsolationOptions: ParsableArguments {
    @Option(
        help: """
            required: work on uploads in processes that can open no file and no socket, or do not start. auto: as far as the \
            kernel lets it. none: in the server's own process. (default: auto)
            """
    )
    var isolation: Isolation?

    /// How far what reads uploads is to be kept apart.
    func isolation(_ reader: inout SettingReader) throws(InvalidSetting) -> Isolation {
        try reader.value(isolation, CodingKeys.isolation) ?? .auto
    }
}

/// How far what reads uploads is kept apart from everything else.
enum Isolation: String, ExpressibleByArgument, CaseIterable {
    /// As far as the kernel lets it.
    case auto
    /// Altogether, or the server does not start.
    case required
    /// Not at all.
    case none
}

extension Isolation {
    /// What starts workers, to be called by the main thread before anything is known that a worker must not know; nil where
    /// there are none.
    ///
    /// - Throws: ``InvalidSetting`` if it cannot be had and is required.
    func launcher(_ work: Worker.Work, _ logger: Logger) throws(InvalidSetting) -> Launcher? {
        guard self != .none else {
            logger.notice("not contained: uploads are worked on in the server's own process, as isolation is none")
            return nil
        }
        // A limit on the length of files is one of shared memory, too: what goes beyond it then fails, and ends nothing.
        signal(SIGXFSZ, SIG_IGN)
        do throws(ContainmentError) {
            return try Launcher(.itself("snapveil", "worker", work.rawValue))
        } catch {
            try fallBack("\(error)", logger)
            return nil
        }
    }

    /// The workers of a server; nil if all work is to be done in this process.
    ///
    /// - Throws: ``InvalidSetting`` if they cannot be had, or not be locked, and that is required.
    func staff(
        _ configuration: SnapveilService.Configuration,
        idleBytes: Int,
        allowsInspection: Bool,
        launcher: Launcher?,
        logger: Logger
    ) throws(InvalidSetting) -> WorkerStaff? {
        guard let launcher else { return nil }
        let staff: WorkerStaff
        do throws(ContainmentError) {
            try ThreadRoom.check(workers: configuration.workers)
            staff = try SnapveilService.staff(
                configuration,
                idleBytes: idleBytes,
                allowsInspection: allowsInspection,
                launcher: launcher,
                logger: logger
            )
        } catch {
            try fallBack("\(error)", logger)
            return nil
        }
        try report("\(configuration.workers) workers in processes of their own", staff.locks, logger)
        return staff
    }

    /// Locks this process, which has no other threads yet, once it has workers.
    ///
    /// - Parameter paths: What is read again later.
    /// - Throws: ``InvalidSetting`` if that cannot be done and is required.
    func lockFront(reading paths: [String], _ logger: Logger) throws(InvalidSetting) {
        try report("the server itself", FrontLock.apply(readable: paths), logger)
    }

    private func report(_ subject: String, _ locks: LockReport, _ logger: Logger) throws(InvalidSetting) {
        guard !locks.isComplete else {
            logger.notice("contained: \(subject): \(locks)")
            return
        }
        let remedies = locks.missing.compactMap { $0.measure.remedy.map { ". \($0)" } }.joined()
        guard self != .required else { throw Self.lack("\(subject): \(locks)\(remedies)") }
        logger.warning("contained in part: \(subject): \(locks)\(remedies)")
    }

    private func fallBack(_ reason: String, _ logger: Logger) throws(InvalidSetting) {
        guard self != .required else { throw Self.lack(reason) }
        logger.warning("not contained: uploads are worked on in the server's own process: \(reason)")
    }

    private static func lack(_ reason: String) -> InvalidSetting {
        InvalidSetting(
            message: "isolation is required, and cannot be had: \(reason). --isolation auto would go on without"
        )
    }
}

extension LockMeasure {
    /// What an operator can do where the measure cannot be taken; nil where there is nothing to say.
    fileprivate var remedy: String? {
        switch self {
        case .landlock:
            "Landlock takes Linux 5.13 or newer with landlock in its lsm=, and a container that lets it be used"
        case .seccomp:
            "seccomp takes a kernel with CONFIG_SECCOMP_FILTER, and a container that lets it be used"
        default: nil
        }
    }
}
