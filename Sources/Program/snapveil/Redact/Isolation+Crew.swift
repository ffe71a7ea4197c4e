import BoundedWork
import Containment
import Detection
import Foundation
import PolicyLibrary

extension IsolationNotes {
    /// Notes of a command on standard error, where it is silent about what is as it should be.
    static let ofCommand = IsolationNotes(
        fallback: "files are worked on in this process",
        note: { _ in },
        warn: { FileHandle.standardError.write(Data("snapveil: \($0)\n".utf8)) }
    )
}

extension Isolation {
    /// Who works on the files of a run.
    ///
    /// - Parameters:
    ///   - count: How many files are worked on at a time.
    ///   - order: What is done to every file.
    ///   - models: The directory of models that the order needs; nil if it needs none.
    ///   - launcher: What starts processes; nil if all work is to be done in this one.
    /// - Throws: ``InvalidSetting`` if processes cannot be had, or not be locked, and that is required, and for pictures and models
    ///   that cannot be used.
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
