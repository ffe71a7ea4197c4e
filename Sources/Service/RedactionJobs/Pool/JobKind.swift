/// What tells how long a job takes before it is done.
package struct JobKind: Hashable, Sendable {
    /// Stands for what is to be done.
    private let work: Int
    /// The power of two that the bytes of the input come up to; -1 if their number is not known.
    private let magnitude: Int
    /// Whether the job looks at its picture; nil if that is not known.
    package private(set) var looks: Bool?

    /// - Parameters:
    ///   - work: Equal for jobs that take about as long with as many bytes.
    ///   - byteCount: Bytes of the input; nil if their number is not known.
    ///   - looks: Whether the job looks at its picture; nil if that is not known.
    package init(_ work: some Hashable = 0, byteCount: Int? = nil, looks: Bool? = false) {
        self.work = work.hashValue
        magnitude = byteCount.map { Int.bitWidth - max($0, 0).leadingZeroBitCount } ?? -1
        self.looks = looks
    }

    /// The same kind, of which it is known that it looks.
    var looking: JobKind {
        var kind = self
        kind.looks = true
        return kind
    }
}

extension SanitizeCall {
    /// Tells how long the work for a client on so many bytes is likely to take. What a body brings is mostly the same for a client.
    ///
    /// - Parameter byteCount: Bytes of the body; nil if their number is not known.
    package func kind(of client: String, _ byteCount: Int?) -> JobKind {
        JobKind([options.likeness, looks == nil ? client.hashValue : 0], byteCount: byteCount, looks: looks)
    }
}
