import BoundedWork
import ImageCore

extension Redactor {
    /// Completes the policy of a request, finds the elements that it names, and opens the snapshot.
    func open(
        _ request: RedactionRequest,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(RedactionError) -> OpenedRequest {
        let planning = meter.begin(.plan)
        let policy: Policy
        do {
            policy = try request.policy.counting(in: request.unit)
                .resolvingAssets(sent: Set(request.assets.keys), stored: { request.store[$0] != nil })
        } catch {
            throw .policy(error)
        }
        let cancellation = work.cancellation
        let elements = try MatchedElements(policy.elementSelectors, in: request.hierarchy, cancellation)
        guard !work.isCancelled else { throw .cancelled }
        meter.end(planning)
        let file = try meter.measure(.open) { () throws(RedactionError) in
            try mapError(
                ImageFormat.open(request.snapshot, limits: limits, cancellation: cancellation),
                \DecodingError.redactionError
            )
        }
        return OpenedRequest(
            file: file,
            policy: policy,
            elements: elements,
            detector: detector,
            scale: request.unit?.scale ?? policy.unit.scale,
            phase: request.phase,
            requiresCover: request.requiresCover,
            painter: StepPainter(assets: request.assets, store: request.store, limits: limits, messages: messages),
            output: request.output,
            wantsPicture: request.wantsPicture,
            work: work,
            meter: meter
        )
    }
}
