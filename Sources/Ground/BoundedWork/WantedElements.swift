extension Sequence {
    /// The elements, of which none follows once `cancellation` is cancelled.
    ///
    /// ```swift
    /// for y in rows.whileWanted(cancellation) { paint(y) }
    /// ```
    /// The loop stops without an error, so its caller has to ask, too: ``Cancellation/finish(_:)``.
    @inlinable
    public func whileWanted(_ cancellation: Cancellation) -> WantedElements<Self> {
        WantedElements(self, cancellation)
    }
}

/// The elements of a sequence, as long as the work on them is wanted. Compiled into the loops of other modules, where it costs
/// no more than the question.
public struct WantedElements<Base: Sequence>: Sequence, IteratorProtocol {
    @usableFromInline var elements: Base.Iterator
    @usableFromInline let cancellation: Cancellation

    @inlinable
    init(_ base: Base, _ cancellation: Cancellation) {
        elements = base.makeIterator()
        self.cancellation = cancellation
    }

    /// The next element; nil after the last, and once the work is cancelled.
    @inlinable
    public mutating func next() -> Base.Element? {
        cancellation.isCancelled ? nil : elements.next()
    }
}
