import CDeeds
import Containment
import Glibc

/// A program that locks itself, does what its arguments say, and tells how that went.
///
///     LockedProcess LOCK DEED PATH FILE...
///
/// LOCK is `none`, `worker` or `front`, and the measures that it leaves out, each behind a comma. PATH is what the deed is
/// about. Each FILE is one that a worker keeps, or that a front reads.
///
///     LockedProcess worker
///
/// Is the process that a launcher starts.
@main
enum LockedProcess {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["worker"] { WorkerMain.run(StreamWork.self) }
        guard arguments.count >= 3 else { exit(64) }
        let lock = arguments[0].split(separator: ",").map(String.init)
        let (deed, path, files) = (arguments[1], arguments[2], Array(arguments[3...]))
        let prepared = Deed(rawValue: deed)?.prepare()
        let report = apply(lock[0], leavingOut: Set(lock.dropFirst().compactMap(LockMeasure.init)), files)
        if deed == "report" { return print(report.map { "\($0.isComplete): \($0)" } ?? "none") }
        if let deed = Deed(rawValue: deed) { return print(deed.done(path, prepared ?? 0)) }
        let error = deed_do(deed, path)
        print(error == 0 ? "OK" : String(cString: deed_error_name(error)))
    }

    private static func apply(_ lock: String, leavingOut: Set<LockMeasure>, _ files: [String]) -> LockReport? {
        switch lock {
        case "worker":
            WorkerLock.apply(
                .init(
                    files: files,
                    addressSpace: 4 << 30,
                    spareDescriptors: 32,
                    probeBytes: 1 << 30,
                    leavingOut: leavingOut
                )
            )
        case "front": FrontLock.apply(readable: files, leavingOut: leavingOut)
        default: nil
        }
    }
}
