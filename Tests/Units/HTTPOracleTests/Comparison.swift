import HTTPParsing

/// The claim: whatever ours takes, NIO takes with the same method, target, host, fields, body and trailer; whatever NIO
/// refuses, ours refuses. And where only ours refuses, it is a ``Difference`` that is listed.
enum Comparison: Equatable {
    /// Both took everything, or all up to where one of the two ends the connection by design.
    case bothTake
    /// Both refuse, at the same request.
    case bothRefuse
    /// NIO takes the request that ours refuses.
    case onlyOursRefuses(RequestError, in: Difference.Place)
    /// The claim does not hold.
    case contradiction(String)

    init(_ ours: Reading, _ nio: Reading) {
        for (index, mine) in ours.exchanges.enumerated() {
            guard index < nio.exchanges.count else {
                self = .contradiction("a head that NIO does not take: \(nio.outcome)")
                return
            }
            let theirs = nio.exchanges[index]
            if let difference = mine.difference(from: theirs, isLast: !mine.isComplete && ours.refusal != nil) {
                self = .contradiction("request \(index): \(difference)")
                return
            }
            guard mine.isComplete else { break }
            guard mine.keepsConnectionOpen, theirs.keepsConnectionOpen, !Difference.switchesProtocol(theirs) else {
                self = Difference.explainsEnd(behind: mine, theirs) ? .bothTake : .contradiction("only one closes")
                return
            }
        }
        self.init(endsOf: ours, nio)
    }

    /// What becomes of the request that ours did not complete, if there is one.
    private init(endsOf ours: Reading, _ nio: Reading) {
        let index = ours.exchanges.last.map { $0.isComplete ? ours.exchanges.count : ours.exchanges.count - 1 } ?? 0
        let nioCompletes = index < nio.exchanges.count && nio.exchanges[index].isComplete
        guard case .ours(let error) = ours.refusal else {
            let isSame = nio.refusal == nil && nio.exchanges.count == ours.exchanges.count
            self = isSame ? .bothTake : .contradiction("ours waits for more: \(nio.outcome)")
            return
        }
        let place = index < ours.exchanges.count ? Difference.Place.body : .head
        self = nio.refusal == nil || nioCompletes ? .onlyOursRefuses(error, in: place) : .bothRefuse
    }
}

extension Reading {
    fileprivate var outcome: String {
        if case .nio(let error) = refusal { return "NIO refuses, \(error)" }
        return "NIO has \(exchanges.count) requests"
    }
}

extension Reading.Exchange {
    /// What of this request NIO has otherwise, or nil.
    ///
    /// - Parameter isLast: Whether ours refused within the body, so that NIO may have more of it.
    fileprivate func difference(from theirs: Self, isLast: Bool) -> String? {
        if method != theirs.method { return "method \(method), not \(theirs.method)" }
        if target != theirs.target { return "target \(target), not \(theirs.target)" }
        if minorVersion != theirs.minorVersion { return "another version" }
        if host != theirs.host { return "host \(host ?? "-"), not \(theirs.host ?? "-")" }
        if fields != theirs.fields { return "fields \(fields), not \(theirs.fields)" }
        if isLast { return theirs.body.starts(with: body) ? nil : "bytes of a body that NIO has not" }
        if body != theirs.body { return "another body" }
        return trailer == theirs.trailer ? nil : "another trailer, or only one is complete"
    }
}
