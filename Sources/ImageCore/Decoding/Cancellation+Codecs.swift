import BoundedWork
import CImageCodecs

extension Cancellation {
    /// Calls `body` with what C code asks whether the work is still wanted, which is valid until it returns.
    func withQuestion<Result>(_ body: (codec_question) -> Result) -> Result {
        withExtendedLifetime(self) { body(question) }
    }

    /// What C code asks whether the work is still wanted, valid only as long as somebody holds this object.
    var question: codec_question {
        codec_question(
            is_cancelled: { context in
                guard let context else { return false }
                return Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isCancelled
            },
            context: Unmanaged.passUnretained(self).toOpaque()
        )
    }
}
