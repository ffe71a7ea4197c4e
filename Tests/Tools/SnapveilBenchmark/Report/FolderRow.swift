/// How each contender fared with the files of a folder.
struct FolderRow {
    /// The number of files.
    let fileCount: Int
    /// What our command took for all of them.
    let command: Measurement
    /// Every timed setting of every peer.
    let peers: [Measurement]

    /// Nil unless `measurements` have ours.
    init?(_ fileCount: Int, _ measurements: [Measurement]) {
        guard let command = measurements.first(where: { $0.contender == .command }) else { return nil }
        self.fileCount = fileCount
        self.command = command
        peers = measurements.filter { $0.contender != .command }
    }

    /// How many times as fast as the fastest setting of any peer our command is; nil where one was not timed.
    var speedup: Double? { ratio(of: peers.fastest?.median, to: command.median) }

    /// A table of milliseconds a file, with the columns of `peers`.
    func table(_ peers: [String]) -> MarkdownTable {
        let theirs = peers.map { name in
            let fastest = self.peers.of(name).fastest
            return fastest.map { "\(perFile($0)) (\($0.setting))" } ?? ""
        }
        return MarkdownTable(
            titles: ["files", "snapveil redact"] + peers + ["faster"],
            textColumns: 0,
            rows: [["\(fileCount)", perFile(command)] + theirs + [Report.number(speedup, digits: 2)]]
        )
    }

    private func perFile(_ measurement: Measurement) -> String {
        Report.number(measurement.median.map { $0 / Double(fileCount) })
    }
}
