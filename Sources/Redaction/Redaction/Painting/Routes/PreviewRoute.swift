import BoundedWork
import ImageCore
import SecureMemory

/// Tells what would be painted on a PNG without decoding it or painting anything, where nobody asks for the picture.
///
/// It does no job of which painting could tell more: whether words fit, or whether a picture that covers decodes. Nor that of a
/// JPEG, where it depends on the route how far an area grows.
struct PreviewRoute: Route {
    func paint(_ job: RedactionJob) throws(RedactionError) -> PaintedSnapshot? {
        guard !job.wantsPicture, job.file.format == .png, job.output.format(for: .png).kind == .png,
            let header = try job.checkedHeader()
        else { return nil }
        let plan = try job.plan(size: header.size, grid: header.grid, colorSpace: header.colorSpace)
        guard plan.steps.allSatisfy(\.brush.isForeseeable) else { return nil }
        return PaintedSnapshot(
            file: SecureBytes(),
            format: .png,
            plan: plan,
            omitted: [],
            size: header.size,
            input: header.format,
            hasVerifiedPixels: header.hasVerifiedPixels
        )
    }
}
