import BoundedWork

extension WorkBudget {
    /// Pays for `units` of work that are about to be done.
    ///
    /// - Throws: ``XPathEvaluationError/workLimit`` if fewer are left; ``XPathEvaluationError/cancelled``.
    @inline(__always)
    mutating func pay(_ units: Int = 1) throws(XPathEvaluationError) {
        do {
            try spend(units)
        } catch {
            throw XPathEvaluationError(error)
        }
    }

    /// Pays for touching `byteCount` bytes of text.
    mutating func pay(bytes byteCount: Int) throws(XPathEvaluationError) {
        try pay(1 + byteCount / 16)
    }
}
