import SecureMemory

/// What an entrant took for a job, and what came of it.
struct Measurement {
    /// The contender that did the job.
    let contender: Contender
    /// The setting that the job was done with.
    let setting: String
    /// What each round took, as ``Run/milliseconds``; empty where only the size is of interest.
    let times: [Double]
    /// That of the first, unmeasured run: with nothing of the job in a cache.
    let firstTime: Double
    /// The size of the file.
    let byteCount: Int
    /// How near it is to what was asked for, in dB; nil where the job leaves no room.
    let fidelity: Double?

    /// The median time in milliseconds; nil where only the size is of interest.
    var median: Double? { times.median }

    /// How many milliseconds it took more than another: the median over the rounds, as both took their turns in each.
    func added(to other: Measurement) -> Double? {
        zip(times, other.times).map { $0 - $1 }.median
    }
}

extension [Entrant] {
    /// Lets each do its job once to see what comes out, then once a round, in turn, so that whatever else the machine does
    /// meets them alike.
    ///
    /// - Parameter reference: What the result should look like, if that is a matter of degree.
    func measure(rounds: Int, reference: Picture?) throws -> [Measurement] {
        let firsts = try map { entrant in
            let run = try entrant.run(true)
            guard let file = run.file else { throw ContenderError("\(entrant.contender) delivered no file") }
            let fidelity = try reference.flatMap { try Picture(decoding: file).peakSignalToNoise(against: $0) }
            return (time: run.milliseconds, byteCount: file.count, fidelity: fidelity)
        }
        var times: [[Double]] = map { _ in [] }
        for _ in 0..<rounds {
            for (index, entrant) in enumerated() where entrant.isTimed {
                times[index].append(try entrant.run(false).milliseconds)
            }
        }
        return indices.map { index in
            Measurement(
                contender: self[index].contender,
                setting: self[index].setting,
                times: times[index],
                firstTime: firsts[index].time,
                byteCount: firsts[index].byteCount,
                fidelity: firsts[index].fidelity
            )
        }
    }
}
