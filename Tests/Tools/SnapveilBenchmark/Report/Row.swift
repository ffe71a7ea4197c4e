import ImageCore

/// A job on a snapshot with one compression: how each contender fared.
struct Row {
    /// The job that was measured.
    let cover: Cover
    /// The file that it was done on.
    let snapshot: Snapshot
    /// The compression of a PNG.
    let compression: PNGCompression
    /// What our redactor took, in process.
    let redactor: Measurement
    /// What our service took, over HTTP, all of its processes together.
    let service: Measurement
    /// What our service took without containment.
    let uncontained: Measurement
    /// What a client waited for; nil where only the processor time was measured.
    let waits: Waits?
    /// Every setting of every peer.
    let peers: [Measurement]

    /// What the report tells of a file.
    struct Snapshot {
        /// The name of the snapshot.
        let name: String
        /// The format of the snapshot.
        let format: ImageFormat
        /// Whether it shows photographs rather than text and areas.
        let isPhotographic: Bool
    }

    /// Nil unless `measurements` have all of ours.
    init?(
        _ cover: Cover,
        _ snapshot: Snapshot,
        _ compression: PNGCompression,
        measurements: [Measurement],
        waits: Waits? = nil
    ) {
        func ours(_ contender: Contender) -> Measurement? {
            measurements.first { $0.contender == contender && $0.setting == compression.rawValue }
        }
        guard let redactor = ours(.redactor), let service = ours(.service(.required)),
            let uncontained = ours(.service(.none))
        else { return nil }
        self.cover = cover
        self.snapshot = snapshot
        self.compression = compression
        self.redactor = redactor
        self.service = service
        self.uncontained = uncontained
        self.waits = waits
        peers = measurements.filter { if case .peer = $0.contender { true } else { false } }
    }

    /// Whether things are looked for, which takes ten times as long as all else.
    var isLook: Bool { cover.sight != nil }

    /// How many times as fast as the fastest setting of any peer the service is.
    var speedup: Double? { ratio(of: peers.fastest?.median, to: service.median) }

    /// As ``speedup``, over one peer.
    func speedup(over peer: String) -> Double? {
        ratio(of: peers.of(peer).fastest?.median, to: service.median)
    }

    /// As ``speedup``, of the very first run, when nothing of the job was in a cache.
    var firstSpeedup: Double? { ratio(of: peers.fastest?.median, to: service.firstTime) }

    /// The size of our file over that of the smallest of the peers'. Their smallest settings, which take seconds, count for
    /// `small` alone. Nil where things are looked for: who finds less, writes more.
    var sizeRatio: Double? {
        guard !isLook else { return nil }
        let rivals = compression == .small ? peers : peers.filter { !$0.times.isEmpty }
        return ratio(of: Double(redactor.byteCount), to: rivals.smallest.map { Double($0.byteCount) })
    }

    /// What HTTP adds to the job in milliseconds, without containment.
    var addedByHTTP: Double? { uncontained.added(to: redactor) }

    /// What it adds to the job that it is done in a contained process, in milliseconds.
    var addedByContainment: Double? { service.added(to: uncontained) }
}

extension [Measurement] {
    /// Those of a peer, with all of its settings.
    func of(_ peer: String) -> [Measurement] { filter { $0.contender == .peer(peer) } }

    /// The one with the lowest median.
    var fastest: Measurement? {
        filter { $0.median != nil }.min { ($0.median ?? 0) < ($1.median ?? 0) }
    }

    /// The one with the smallest file.
    var smallest: Measurement? {
        self.min { $0.byteCount < $1.byteCount }
    }
}

extension [Row] {
    /// What containment adds to all of the jobs together, in percent of the processor time that they take without it. Of jobs
    /// that were done once, it is that time which counts. Looks would hide the others, and are left out.
    var percentAddedByContainment: Double? {
        let pairs = filter { !$0.isLook }.map { row in
            (
                added: row.addedByContainment ?? row.service.firstTime - row.uncontained.firstTime,
                base: row.uncontained.median ?? row.uncontained.firstTime
            )
        }
        let base = pairs.reduce(0) { $0 + $1.base }
        return base > 0 ? 100 * pairs.reduce(0) { $0 + $1.added } / base : nil
    }
}
