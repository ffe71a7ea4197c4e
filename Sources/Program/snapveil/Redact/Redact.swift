import ArgumentParser
import Artefacts
import BoundedWork
import Containment
import Foundation
import ImageCore
import Redaction
import RedactionJobs
import SecureMemory

struct Redact: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Redact screenshots, traces, reports and logs in files.",
        discussion: """
            Covers by a policy, named (snapveil policies list) or in a JSON or YAML file, or by one style with its \
            regions. Without a region the whole screen is \
            covered. Lengths are in pixels unless --units or --scale says otherwise.

            EXAMPLES
              snapveil redact shot.png --style blur --radius 20 -o safe.png
              snapveil redact shot.png --style fill --color '#000' --region 16,109,361,46 --scale 3 --in-place
              snapveil redact shot.png --style image --asset splash.png -o safe.png
              snapveil redact shot.png --policy mask --region 16,109,361,46 --scale 3 -o safe.png
              snapveil redact shots/*.png --policy bank-app.json --output-directory safe --receipt receipts.json
              snapveil redact shots --policy bank-app.json --output-directory safe
              snapveil redact shot.png --hierarchy source.xml --policy secrets.json -o safe.png --hierarchy-output safe.xml
              snapveil redact shots/*.png --hierarchies-beside --policy secrets.json --output-directory safe
              snapveil redact shots --shard 3/16 --policy bank-app.json --output-directory safe
              snapveil redact shot.png --policy secrets.json --recipient age1… -o safe.png
              snapveil redact trace.zip --policy secrets.json --secrets .env -o safe.zip
              snapveil redact test-results --everything --policy secrets.json --output-directory safe
              snapveil redact runs --everything --shard 3/16 --policy secrets.json --output-directory safe
              cat shot.png | snapveil redact - --style pixelate --block 24 -o - > safe.png

            In a directory, it redacts all pictures at any depth, whatever their names, and keeps their places in the \
            tree; with --everything all files. Worker processes decode the pictures. If a file crashes a worker or takes all of its memory, standard error names \
            the file, the others are done, and the exit status is 1.
            """
    )

    @Argument(
        help: ArgumentHelp("Pictures, archives and texts, and directories; - is standard input.", valueName: "in")
    )
    var inputs: [String]

    @OptionGroup(title: "What to cover")
    var cover: CoverOptions

    @OptionGroup(title: "Where to write")
    var destination: DestinationOptions

    @OptionGroup(title: "What else a test run leaves behind")
    var artefacts: ArtefactOptions

    @OptionGroup(title: "Recordings")
    var recordings: RecordingOptions

    @OptionGroup(title: "How to write")
    var encoding: WritingOptions

    @OptionGroup(title: "Who may see what is covered")
    var sealing: SealingOptions

    @OptionGroup(title: "Many files")
    var sharding: ShardOptions

    @OptionGroup var work: WorkerOptions

    func validate() throws {
        try destination.validate(inputs: inputs)
        try sharding.validate(
            inputs: inputs,
            destination,
            artefacts,
            hasHierarchiesBeside: cover.hierarchies.areBeside
        )
        try artefacts.validate(inputs: inputs, destination)
        try sealing.validate(destination, isOfMany: sharding.shard != nil || artefacts.everything)
        try cover.hierarchies.validate(inputs: inputs, isOfOne: sharding.shard == nil)
        guard destination.hierarchyOutput == nil || cover.hierarchies.file != nil else {
            throw ValidationError("--hierarchy-output needs --hierarchy.")
        }
        guard !artefacts.everything || encoding.format == nil else {
            throw ValidationError("--format does not go with --everything, which keeps the names of files.")
        }
        guard !destination.inPlace || encoding.format == nil else {
            throw ValidationError("--format does not go with --in-place: the name would not fit the file.")
        }
    }

    func run() throws {
        try ProcessSecrecy.enforce()
        // By the main thread, and before anything is read.
        let launcher = try CommandFailure.usable(work.isolation.launcher(.ofCommand))
        let order = try order()
        try checkSealing(of: order)
        let recordings = RecordingWork(recordings, try Launcher.ofPrograms(launcher))
        if artefacts.video == .redact {
            _ = try mapError(recordings.prepare()) { (error: FileError) in CommandFailure.configuration("\(error)") }
        }
        if let shard = sharding.shard {
            try run(shard, order, launcher, recordings)
        } else if artefacts.everything {
            try runEverything(order, launcher, recordings)
        } else {
            try run(order, launcher, recordings)
        }
    }

    /// Says that nothing is sealed where that is forbidden; an input that would be lost by it stays.
    private func checkSealing(of order: RedactionOrder) throws {
        guard !order.recipients.isEmpty, !order.seals else { return }
        let reason = "nothing is sealed: \(order.forbidsSealing ? "--no-seal" : "the policy") forbids it"
        guard !destination.inPlace else { throw CommandFailure.usage("\(reason), and --in-place would keep nothing") }
        Progress.report(reason)
    }

    /// Redacts the files that are named.
    private func run(_ order: RedactionOrder, _ launcher: Launcher?, _ recordings: RecordingWork) throws {
        let found = try PictureFinder().files(of: inputs)
        guard !found.isEmpty else {
            throw CommandFailure.usage("there is no picture in \(inputs.joined(separator: ", "))")
        }
        let files = try destination.files(for: found, format: encoding.format, isSealed: order.seals)
        let models = try cover.models.directory(for: order.policy, of: cover.named)
        var workers = try CommandFailure.usable(
            work.workers(files: work.count(of: files.map(\.input), order), order, models: models, launcher)
        )
        workers.recordings = recordings
        let batch = Batch(
            workers: workers,
            takesHierarchiesBeside: cover.hierarchies.areBeside,
            hierarchyOutput: destination.hierarchyOutput
        )
        let outcome = batch.run(files)
        try write(outcome.receipts, of: files.count)
        if outcome.failures > 0 { throw ExitCode(1) }
    }

    /// Redacts all files of the directory that is named.
    private func runEverything(
        _ order: RedactionOrder,
        _ launcher: Launcher?,
        _ recordings: RecordingWork
    ) throws {
        let source = try FolderSource(inputs[0])
        let results = try destination.directory(forRun: source.path)
        if results == nil, order.foreign.unknown != .keep { try artefacts.checkSealed(source.names, in: source.path) }
        if let receipt = destination.receipt, results != nil { try source.check(option: "--receipt", receipt) }
        let models = try cover.models.directory(for: order.policy, of: cover.named)
        var workers = try CommandFailure.usable(work.workers(files: .max, order, models: models, launcher))
        workers.recordings = recordings
        let folder = RunFolder(source, to: results ?? source.tree, replacing: results == nil ? source.paths : [])
        let receipt: ArtefactReceipt
        do throws(FileError) {
            receipt = try folder.redact(by: workers)
        } catch {
            throw CommandFailure.output("\(error)")
        }
        Progress.report(receipt.note.map { "\(source.path): \($0)" })
        try write([FileReceipt(input: source.path, receipt: .artefact(receipt))], of: 1)
    }

    /// Writes the receipts of some of so many inputs, if they are asked for.
    private func write(_ receipts: [FileReceipt], of inputCount: Int) throws {
        guard let path = destination.receipt, !receipts.isEmpty else { return }
        let file = ReceiptFile(receipts: receipts, inputCount: inputCount)
        try mapError(file.write(to: path)) { (error: any Error) in CommandFailure.output("\(error)") }
    }

    /// Redacts the files, or the runs, of a shard of the directory that is named.
    private func run(
        _ shard: Shard,
        _ order: RedactionOrder,
        _ launcher: Launcher?,
        _ recordings: RecordingWork
    ) throws {
        guard let input = inputs.first, let output = destination.outputDirectory else { return }
        let models = try cover.models.directory(for: order.policy, of: cover.named)
        guard !sharding.printOrder else {
            print(try order.digest(hierarchyExtensions: hierarchyExtensions, models: models).hexadecimal)
            return
        }
        let job = try sharding.job(
            shard,
            from: input,
            to: output,
            format: encoding.format,
            hierarchyExtensions: hierarchyExtensions,
            models: models,
            order
        )
        // First: the owner of the manifest owns the shard.
        let run = try mapError(artefacts.everything ? RunShard(job).run(on:) : BulkRun(job).run(on:)) {
            CommandFailure.bulk($0, shard)
        }
        var workers = try CommandFailure.usable(work.workers(files: .max, order, models: models, launcher))
        workers.recordings = recordings
        let counts = try mapError(run(workers)) { CommandFailure.bulk($0, shard) }
        if counts.failed > 0 || counts.unreadable > 0 { throw ExitCode(1) }
    }

    /// The extensions of page sources beside their snapshots; empty if none are looked for.
    private var hierarchyExtensions: [String] {
        cover.hierarchies.areBeside ? HierarchyBeside.extensions : [sharding.hierarchyExtension].compactMap(\.self)
    }

    private func order() throws -> RedactionOrder {
        let policy = try cover.policy()
        var order = RedactionOrder(policy: policy, product: destination.preview ? .preview : .picture)
        order.assets = try cover.assetFiles()
        order.pictures = try cover.pictures(for: policy)
        order.hierarchy = try cover.hierarchies.source()
        order.hasHierarchies = !hierarchyExtensions.isEmpty
        order.unit = try cover.unit()
        order.phase = cover.phase
        order.requiresCover = cover.requireCovered
        order.takesArtefacts = order.product == .picture && (sharding.shard == nil || artefacts.everything)
        order.secrets = try artefacts.secretFile()
        order.recipients = try sealing.keys()
        order.forbidsSealing = sealing.noSeal
        order.foreign = artefacts.foreign
        order.recordings = artefacts.video == .redact ? recordings.words : ""
        order.output = encoding.options(outputName: destination.output)
        order.returnsHierarchy = destination.hierarchyOutput != nil || sharding.hierarchyResults
        // The manifest of a shard states the assurance.
        order.returnsReceipt = destination.receipt != nil || sharding.shard != nil
        return order
    }
}
