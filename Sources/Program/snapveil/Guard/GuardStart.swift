import ArgumentParser
import BoundedWork
import Containment
import Detection
import Logging
import Redaction
import RedactionJobs
import SnapveilGuard

/// The start that guards of all protocols have in common: settings, the policy, a process that is secret, and workers.
struct GuardStart {
    let settings: GuardSettings
    let order: RedactionOrder
    let launcher: Launcher?
    private let models: String?
    private let notes: IsolationNotes
    private let policyName: String

    /// Reads the settings among `options`, and the policy. By the main thread, before anything secret is read.
    init(_ options: [any ParsableArguments], _ cover: GuardCoverOptions) throws {
        var settings = GuardSettings.defaults
        do throws(InvalidSetting) {
            var reader = SettingReader()
            for options in options + [cover] { _ = try reader.read(options, into: &settings) }
        } catch {
            throw CommandFailure.configuration(error.message)
        }
        settings.logFormat.bootstrap()
        try ProcessSecrecy.enforce()
        notes = IsolationNotes(settings.logger)
        launcher = try CommandFailure.usable(settings.isolation.launcher(notes))
        order = try cover.order(settings)
        models = try cover.models.directory(for: order.policy, of: cover.named)
        policyName = order.policy.name ?? cover.named.name ?? ""
        self.settings = settings
    }

    /// The workers, which have the policy.
    func workers() throws -> ReplyWorkers {
        let terms = settings.poolTerms(order, models: models)
        let contained = try settings.isolation.contained(notes, "replies", launcher) {
            (launcher) throws(ContainmentError) in
            try WorkerPool(terms, launcher: launcher, logger: settings.logger)
        }
        return try workers(of: contained ?? WorkerPool(terms, Detector.loaded(from: models)))
    }

    /// The workers for recordings, which have the policy, too: in processes where `launcher` starts them.
    func recordingWorkers(_ launcher: Launcher?) throws -> ReplyWorkers {
        let terms = settings.recordingTerms(order, models: models)
        guard let launcher else { return try workers(of: WorkerPool(terms, Detector.loaded(from: models))) }
        let pool = try WorkerPool(terms, launcher: launcher, logger: settings.logger)
        if let locks = pool.locks { try settings.isolation.report("recordings", locks, notes) }
        return try workers(of: pool)
    }

    private func workers(of pool: WorkerPool) throws(InvalidSetting) -> ReplyWorkers {
        ReplyWorkers(
            pool,
            try mapError(pool.load(.order(order)), InvalidSetting.init).material,
            looks: order.policy.pointerToSight != nil,
            takesSources: order.policy.takesSources
        )
    }

    /// Locks this process, if there are workers; `paths` can be read again later.
    func lock(_ workers: ReplyWorkers, reading paths: [String] = []) throws(InvalidSetting) {
        guard workers.areContained else { return }
        try settings.isolation.lockFront(reading: paths, removing: nil, notes)
    }

    /// The line that says what is guarded, and how.
    func note(_ metadata: Logger.Metadata) {
        let policy: Logger.Metadata = ["policy": "\(policyName)", "assurance": "\(order.policy.assurance)"]
        settings.logger.notice("guard", metadata: metadata.merging(policy) { $1 })
    }
}
