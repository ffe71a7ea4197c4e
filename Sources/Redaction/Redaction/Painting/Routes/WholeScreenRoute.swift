import BoundedWork
import ImageCore
import SecureMemory

/// Covers all of a snapshot without decoding it, with a file that is ready where there is one. It does not do the job
/// if only decoding can tell whether the snapshot is whole.
struct WholeScreenRoute: Route {
    /// The covers that are kept ready; nil keeps none.
    let covers: CoverCache?

    func paint(_ job: RedactionJob) throws(RedactionError) -> PaintedSnapshot? {
        guard job.hidesEverything else { return nil }
        // Read anew for each snapshot, so that none is taken for whole because another of its size was.
        guard let header = try job.checkedHeader() else { return nil }
        let plan = try job.plan(size: header.size, grid: header.grid, colorSpace: header.colorSpace)
        let format = job.output.format(for: header.format)
        let ready = try cover(job, plan, on: header, format)
        return PaintedSnapshot(
            file: ready.file,
            format: format.kind,
            plan: plan,
            omitted: ready.omitted,
            size: header.size,
            input: header.format,
            hasVerifiedPixels: header.hasVerifiedPixels
        )
    }

    private func cover(
        _ job: RedactionJob,
        _ plan: Plan,
        on header: ImageHeader,
        _ format: OutputFormat
    ) throws(RedactionError) -> CoverCache.Ready {
        // Pictures and elements that were sent along are kept no longer than their request.
        let covers = job.painter.assets.isEmpty && job.elements == nil ? covers : nil
        let cover = CoverCache.Cover(job.policy, with: job.painter.store, scale: job.scale, on: header, format)
        let kept = covers?.ready(for: cover)
        if covers != nil { job.meter.note(readyCover: kept != nil) }
        if let kept { return kept }
        let cancellation = job.work.cancellation
        var image = try mapError(DecodedImage(blank: header, cancellation: cancellation), \WorkFailure.redactionError)
        let omitted = try job.paint(plan, on: &image)
        let ready = CoverCache.Ready(file: try image.encoded(format, job.work, job.meter), omitted: omitted)
        covers?.keep(ready, for: cover)
        return ready
    }
}
