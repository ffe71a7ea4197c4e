import Detection
import ImageCore
import Redaction
import SecureMemory

/// Our redactor, in this process, with the caches that the service has.
struct RedactorContender {
    private let redactor: Redactor
    private let store: AssetStore

    /// - Parameters:
    ///   - splash: The picture that covers a screen.
    ///   - models: The directory of models that find text and faces.
    init(splash: Sample, models: String) throws {
        redactor = Redactor(covers: CoverCache(), detector: try Detector(models: models))
        store = AssetStore([Cover.assetName: try StoredAsset(splash.bytes)])
    }

    /// What becomes of a snapshot.
    func result(_ cover: Cover, of sample: Sample) throws -> SecureBytes {
        try redactor.redact(RedactionRequest(sample.bytes, policy: cover.policy(for: sample.size), store: store)).image
    }

    /// One for each compression of a PNG.
    func entrants(_ cover: Cover, on sample: Sample) throws -> [Entrant] {
        let policy = try cover.policy(for: sample.size)
        return cover.compressions(of: sample.format).map { compression in
            Entrant(contender: .redactor, setting: compression.rawValue, isTimed: compression.isTimed) { wantsFile in
                let clock = ProcessorClock.ofThisProcess
                let began = try clock.milliseconds()
                let result = try redactor.redact(
                    RedactionRequest(
                        sample.bytes,
                        policy: policy,
                        store: store,
                        output: OutputOptions(compression: compression)
                    )
                )
                return Run(milliseconds: try clock.milliseconds() - began, file: wantsFile ? result.image : nil)
            }
        }
    }
}

extension PNGCompression {
    /// Whether the time is of interest; `small` is chosen for the size, as the peers' level 9 is.
    var isTimed: Bool { self != .small }
}
