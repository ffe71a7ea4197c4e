import ArgumentParser
import Foundation
import ImageCore

/// `snapveil-benchmark`: whole jobs, ours and the peers'.
@main
struct SnapveilBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapveil-benchmark",
        abstract: "Measure whole jobs (decode, cover, encode) against OpenCV, libvips and Pillow, on one core.",
        discussion: "Deploy/benchmark installs the peers, builds this and runs it. The table goes to standard output."
    )

    @Argument(help: ArgumentHelp("A directory of PNG and JPEG snapshots.", valueName: "snapshots"))
    var directory: String
    @Option(
        help:
            "A Python that has opencv-python-headless, pyvips[binary], pillow, pillow-heif, pyoxipng, pytesseract and zxing-cpp."
    )
    var python: String
    @Option(help: "The snapveil whose `serve` is measured.")
    var snapveil: String
    @Option(help: ArgumentHelp("The picture that covers whole screens.", valueName: "file"))
    var splash: String
    @Option(help: ArgumentHelp("The models that find text and faces.", valueName: "directory"))
    var models: String
    @Option(help: ArgumentHelp("How often each contender does each job.", valueName: "n"))
    var rounds = 7
    @Option(help: ArgumentHelp("Only snapshots whose name contains this.", valueName: "text"))
    var only = ""

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds has to be above 0.") }
    }

    func run() throws {
        // What this process starts stays on its core.
        guard Machine.isOneCoreAllowed else {
            throw ValidationError("Run it on one core, as in: taskset --cpu-list 1 snapveil-benchmark ...")
        }
        let splash = try Sample(path: splash)
        let ours = try RedactorContender(splash: splash, models: models)
        let contained = try ServiceContender(program: snapveil, isolation: .required, splash: splash, models: models)
        let uncontained = try ServiceContender(program: snapveil, isolation: .none, splash: splash, models: models)
        let peers = try PeerContender(python: python)
        let pictures = try MadePictures(splash: splash, redactor: ours, peers: peers)

        var rows: [Row] = []
        let given = try Sample.all(in: directory, only: only)
        let samples = try given.flatMap {
            $0.format == .png ? [$0, try pictures.webP(of: $0), try pictures.heic(of: $0)] : [$0]
        }
        for sample in samples {
            let isBlurred = Cover.blur.formats.contains(sample.format)
            let blurred =
                isBlurred ? try Picture(decoding: sample.bytes).blurred(sigma: Double(Cover.blur.length)) : nil
            for cover in Cover.allCases where cover.formats.contains(sample.format) {
                FileHandle.standardError.write(Data("\(cover.title): \(sample.name)\n".utf8))
                let entrants =
                    try ours.entrants(cover, on: sample) + contained.entrants(cover, on: sample)
                    + uncontained.entrants(cover, on: sample)
                    + peers.entrants(cover, on: sample, splash: pictures.path(for: cover, on: sample))
                let measurements = try entrants.measure(rounds: rounds, reference: cover == .blur ? blurred : nil)
                let request = ServiceContender.Request(cover, sample, .fast)
                // Waits are less steady than processor time.
                let waits = try Waits.measure(rounds: 3 * rounds) { isolation in
                    try (isolation == .required ? contained : uncontained).wait(for: request)
                }
                rows += cover.compressions(of: sample.format).compactMap { compression in
                    Row(
                        cover,
                        Row.Snapshot(sample),
                        compression,
                        measurements: measurements,
                        waits: compression == .fast ? waits : nil
                    )
                }
            }
        }
        let conditions = [
            "Machine: \(Machine.description); everything on one core, the server's processes and their client, too.",
            "Peers: \(peers.versions.joined(separator: ", ")).",
            "\(Date.now.formatted(.iso8601.year().month().day())), \(rounds) rounds.",
        ]
        let folder = try folderRow(of: given, peers)
        print(Report(rows: rows, folder: folder, peers: peers.names, conditions: conditions))
    }

    /// What covering the files of a folder took; nil without a PNG among `samples`.
    private func folderRow(of samples: [Sample], _ peers: PeerContender) throws -> FolderRow? {
        try Folder(of: samples).flatMap { folder in
            let entrants = [CommandContender(program: snapveil).entrant(on: folder)] + peers.entrants(on: folder)
            return FolderRow(folder.fileCount, try entrants.measure(rounds: rounds, reference: nil))
        }
    }
}
