import BoundedWork
import COnnxRuntime
import Glibc
import SecureMemory

final class OnnxRuntime: @unchecked Sendable {
    // Sendable: the C functions may be called on any thread, and the library stays open until the process ends.
    let handle: OpaquePointer

    /// Opens the library at `path` and nowhere else.
    init(path: String) throws(DetectorError) {
        guard access(path, R_OK) == 0 else { throw .missing(path: path, reason: String(cString: strerror(errno))) }
        var message = OnnxMessage()
        guard let handle = message.fill({ onnx_runtime_open(path, $0) }) else {
            throw .damaged(path: path, reason: message.text)
        }
        self.handle = handle
    }

    /// Bounds the bytes of all tensors beyond those that they take now.
    func limitMemory(to byteCount: Int) { onnx_runtime_limit_memory(handle, max(byteCount, 0)) }

    /// Wipes and frees the memory of tensors that are not needed any more.
    func wipe() { onnx_runtime_wipe(handle) }
}

struct OnnxMessage {
    private var bytes = [CChar](repeating: 0, count: Int(ONNX_MESSAGE_SIZE))

    mutating func fill<Result>(_ body: (UnsafeMutablePointer<CChar>?) -> Result) -> Result {
        bytes.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }

    var text: String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

final class ModelRun: @unchecked Sendable {
    // Sendable: it may be called off from any thread.
    let handle: OpaquePointer

    private let runtime: OnnxRuntime

    init(in runtime: OnnxRuntime, _ cancellation: Cancellation) throws(DetectionFailure) {
        guard let handle = onnx_run_open(runtime.handle) else { throw .outOfMemory(.unknown) }
        self.handle = handle
        self.runtime = runtime
        // Weak, because a cancellation may outlast many pictures.
        cancellation.whenCancelled { [weak self] in
            guard let self else { return }
            onnx_run_cancel(self.handle)
        }
    }

    deinit { onnx_run_close(handle) }
}
