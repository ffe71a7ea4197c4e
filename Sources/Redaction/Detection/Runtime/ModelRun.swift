import BoundedWork
import COnnxRuntime
import SecureMemory

/// Calls off what models do as soon as nobody waits for it any more.
final class ModelRun: @unchecked Sendable {
    // Sendable: it may be called off from any thread.
    let handle: OpaquePointer

    private let runtime: OnnxRuntime

    /// - Throws: ``DetectionFailure/outOfMemory(_:)``.
    init(in runtime: OnnxRuntime, _ cancellation: Cancellation) throws(DetectionFailure) {
        guard let handle = onnx_run_open(runtime.handle) else { throw .outOfMemory(.unknown) }
        self.handle = handle
        self.runtime = runtime
        // Weak, as a cancellation may outlast many pictures.
        cancellation.whenCancelled { [weak self] in
            guard let self else { return }
            onnx_run_cancel(self.handle)
        }
    }

    deinit { onnx_run_close(handle) }
}
