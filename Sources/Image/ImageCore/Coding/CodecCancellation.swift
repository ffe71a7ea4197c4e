import BoundedWork
import CImageCodecs

extension codec_cancellation {
    /// Asks `cancellation`, which has to live for as long as the codec does.
    init(_ cancellation: Cancellation) {
        self.init(
            is_cancelled: { context in
                guard let context else { return false }
                return Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isCancelled
            },
            context: Unmanaged.passUnretained(cancellation).toOpaque()
        )
    }
}
