import ImageCore

/// A way to paint a plan on a snapshot that is shorter than to decode all of it.
protocol Route {
    /// The evidence that it has when it plans.
    var evidence: Set<Evidence.Kind> { get }

    /// Does all of a job. Nil where this is no way to do it, or gains nothing.
    func paint(_ job: RedactionJob) throws(RedactionError) -> PaintedSnapshot?
}

extension Route {
    /// All that is known of a snapshot that is not decoded.
    var evidence: Set<Evidence.Kind> { [.size, .hierarchy] }
}
