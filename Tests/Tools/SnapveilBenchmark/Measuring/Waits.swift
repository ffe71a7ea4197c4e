/// How long a client waits for each reply of our service, contained and not, in milliseconds of the clock on the wall.
struct Waits {
    /// With the work done in a contained process, a number a round.
    let contained: [Double]
    /// With the work done in the server's own process, in the same rounds.
    let uncontained: [Double]

    /// How much longer one waits where the work is contained: the median over the rounds.
    var added: Double? { zip(contained, uncontained).map { $0 - $1 }.median }

    /// Waits for the replies of two servers in turn, each of them first every other round.
    ///
    /// - Parameters:
    ///   - rounds: How often each is asked.
    ///   - wait: Asks a server once, and tells how long it took.
    static func measure(rounds: Int, wait: (Isolation) throws -> Double) throws -> Waits {
        var contained: [Double] = []
        var uncontained: [Double] = []
        for round in 0..<rounds {
            for isolation in round.isMultiple(of: 2) ? [Isolation.required, .none] : [.none, .required] {
                let milliseconds = try wait(isolation)
                switch isolation {
                case .required: contained.append(milliseconds)
                case .none: uncontained.append(milliseconds)
                }
            }
        }
        return Waits(contained: contained, uncontained: uncontained)
    }
}
