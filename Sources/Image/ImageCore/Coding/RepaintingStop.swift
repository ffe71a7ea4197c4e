import BoundedWork
import SecureMemory

/// Reason why a picture was not painted while it was read and written.
enum RepaintingStop: Error {
    /// Painting has ended the work, or the file is damaged or has to be read otherwise, or nobody waits for it.
    case stopped
    /// Reading has failed, or memory for writing.
    case failed(DecodingError)

    static func outOfMemory(_ error: OutOfMemory) -> RepaintingStop { .failed(.outOfMemory(error)) }

    /// Writing has failed, which it does for lack of memory alone.
    static func notWritten(_ error: EncodingError) -> RepaintingStop {
        .failed(error == .cancelled ? .cancelled : .codecOutOfMemory)
    }
}

extension Cancellation {
    /// The result of `body`; nil where that has stopped.
    func unlessStopped<Value: ~Copyable>(
        _ body: () throws(RepaintingStop) -> Value?
    ) throws(DecodingError) -> Value? {
        do throws(RepaintingStop) {
            return try body()
        } catch {
            guard !isCancelled else { throw .cancelled }
            guard case .failed(let error) = error else { return nil }
            throw error
        }
    }
}
