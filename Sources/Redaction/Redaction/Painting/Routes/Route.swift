import ImageCore

/// A way to paint a plan on a snapshot that takes less than decoding all of it.
protocol Route {
    /// What the route knows of a snapshot when it plans. It does no job of a policy whose targets need more.
    var evidence: Set<Evidence.Kind> { get }

    /// Plans a job, paints it and writes the new file. Nil if the route cannot do the job, or gains nothing by it.
    func paint(_ job: RedactionJob) throws(RedactionError) -> PaintedSnapshot?
}

extension Route {
    /// All that is known of a snapshot that is not decoded: its size and its hierarchy.
    var evidence: Set<Evidence.Kind> { [.size, .hierarchy] }
}
