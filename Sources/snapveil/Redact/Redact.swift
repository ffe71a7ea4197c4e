import ArgumentParser
import BoundedWork
import Foundation
import ImageCore
import Redaction
import SecureMemory

/// `snapveil redact`: files in, redacted files out.
struct Redact: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Redact screenshots in files.",
        discussion: """
            What to cover is a policy by its name (snapveil policies list) or in a JSON or YAML file, or one style with its \
            regions. Without a region the whole screen is \
            covered. Lengths are in pixels unless --units or --scale says otherwise.

            EXAMPLES
              snapveil redact shot.png --style blur --radius 20 -o safe.png
              snapveil redact shot.png --style fill --color '#000' --region 16,109,361,46 --scale 3 --in-place
              snapveil redact shot.png --style image --asset splash.png -o safe.png
              snapveil redact shot.png --policy mask --region 16,109,361,46 --scale 3 -o safe.png
              snapveil redact shots/*.png --policy bank-app.json --output-directory safe --receipt receipts.json
              snapveil redact shot.png --hierarchy source.xml --policy secrets.json -o safe.png --hierarchy-output safe.xml
              cat shot.png | snapveil redact - --style pixelate --block 24 -o - > safe.png
            """
    )

    @Argument(help: ArgumentHelp("PNG or JPEG files; - is standard input.", valueName: "in"))
    var inputs: [String]

    @OptionGroup(title: "What to cover")
    var cover: CoverOptions

    @OptionGroup(title: "Where to write")
    var destination: DestinationOptions

    @OptionGroup(title: "How to write")
    var encoding: WritingOptions

    @Option(help: ArgumentHelp("Files worked on at a time. (default: one a core)", valueName: "n"))
    var jobs: Int?

    func validate() throws {
        guard jobs.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("--jobs has to be from 1 to 1024.")
        }
        try destination.validate(inputs: inputs)
        guard cover.hierarchy == nil || inputs.count == 1 else {
            throw ValidationError("--hierarchy is that of one screen, and takes one input.")
        }
        guard destination.hierarchyOutput == nil || cover.hierarchy != nil else {
            throw ValidationError("--hierarchy-output takes a --hierarchy.")
        }
        guard !destination.inPlace || encoding.format == nil else {
            throw ValidationError("--format does not go with --in-place: the name would not fit the file.")
        }
    }

    func run() throws {
        try ProcessSecrecy.enforce()
        let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        let policy = try cover.policy()
        let hierarchy = try HierarchyFile(cover.hierarchy, output: destination.hierarchyOutput)
        let request = RedactionRequest(
            SecureBytes(),
            policy: policy,
            assets: try cover.assetFiles(),
            store: try cover.store(for: policy),
            hierarchy: hierarchy?.source,
            unit: try cover.unit(),
            phase: cover.phase,
            requiresCover: cover.requireCovered,
            output: encoding.options(outputName: destination.output)
        )
        let task = RedactionTask(
            request: request,
            hierarchy: hierarchy,
            isPreview: destination.preview,
            threads: max(jobs / inputs.count, 1)
        )
        let files = try destination.files(for: inputs, format: encoding.format)
        let outcome = Batch(task: task, jobs: jobs).run(files)
        if let path = destination.receipt, !outcome.receipts.isEmpty {
            let file = ReceiptFile(outcome.receipts, inputCount: inputs.count)
            try mapError(file.write(to: path)) { (error: any Error) in CommandFailure.output("\(error)") }
        }
        if outcome.failures > 0 { throw ExitCode(1) }
    }
}
