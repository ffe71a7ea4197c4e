import ArgumentParser
import BoundedWork
import Containment
import Detection
import Foundation
import PolicyLibrary

struct CrewOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Files worked on at a time. (default: one a core)", valueName: "n"))
    var jobs: Int?
    @Option(
        help: """
            required: work on files in processes that can open no file and no socket, or not at all. auto: as far as the kernel \
            lets it. none: in this process, which a file may then crash.
            """
    )
    var isolation = Isolation.auto

    func validate() throws {
        guard jobs.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("--jobs has to be from 1 to 1024.")
        }
    }

    var jobCount: Int { jobs ?? HostLimits.processorCount }
}

extension IsolationNotes {
    /// Notes of a command on standard error, which is silent about complete containment.
    static let ofCommand = IsolationNotes(
        fallback: "files are worked on in this process",
        note: { _ in },
        warn: { FileHandle.standardError.write(Data("snapveil: \($0)\n".utf8)) }
    )
}

extension Isolation {
    /// The crew for the files of a run, `count` at a time: workers of `launcher`, or this process if there is none. Throws if
    /// workers cannot be had, or not be locked, and that is required, and for pictures and models that cannot be used.
    func crew(
        _ count: Int,
        _ order: RedactionOrder,
        models: String?,
        _ launcher: Launcher?
    ) throws(InvalidSetting) -> RedactionCrew {
        guard let launcher, let staff = try staff(count, order, models, launcher) else {
            let detector = try Detector.loaded(from: models)
            return .here(try mapError(RedactionTask(order, detector), InvalidSetting.init), .init())
        }
        try mapError(staff.checkPictures()) { (error: InvalidFile) in
            InvalidSetting(message: QuotedText.printing("\(error)"))
        }
        return .contained(staff)
    }

    private func staff(
        _ count: Int,
        _ order: RedactionOrder,
        _ models: String?,
        _ launcher: Launcher
    ) throws(InvalidSetting) -> RedactionStaff? {
        let staff: RedactionStaff
        do throws(ContainmentError) {
            staff = try RedactionStaff(count, order, models: models, launcher: launcher)
        } catch .unusableSetup(let reason) {
            throw InvalidSetting(message: QuotedText.printing(reason))
        } catch {
            try fallBack("\(error)", .ofCommand)
            return nil
        }
        try report("files", staff.locks, .ofCommand)
        return staff
    }
}
