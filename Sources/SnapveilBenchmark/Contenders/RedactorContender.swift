import ImageCore
import Redaction
import SecureMemory

/// Our redactor, in this process.
struct RedactorContender {
    /// The picture that covers a screen.
    let splash: Sample

    /// One for each compression of a PNG.
    func entrants(_ cover: Cover, on sample: Sample) throws -> [Entrant] {
        let policy = try cover.policy(for: sample.size)
        let assets = cover == .image ? [Cover.assetName: splash.bytes] : [:]
        return EncodingOptions.Compression.measured(on: sample.format).map { compression in
            Entrant(contender: .redactor, setting: compression.rawValue, isTimed: compression.isTimed) { wantsFile in
                let clock = ProcessorClock.ofThisProcess
                let began = clock.milliseconds
                let result = try Redactor().redact(
                    sample.bytes,
                    policy: policy,
                    assets: assets,
                    output: OutputOptions(compression: compression)
                )
                return Run(milliseconds: clock.milliseconds - began, file: wantsFile ? result.image : nil)
            }
        }
    }
}

extension EncodingOptions.Compression {
    /// The compressions that make a difference to files of `format`.
    static func measured(on format: ImageFormat) -> [Self] {
        format == .png ? allCases : [.fast]
    }

    /// Whether the time is of interest; `small` is chosen for the size, as the peers' level 9 is.
    var isTimed: Bool { self != .small }
}
