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

/// Terms on which the networks for a picture run.
final class ModelRun: @unchecked Sendable {
    // Sendable: networks may run on it on several threads, and it may be called off from any.
    let handle: OpaquePointer
    let work: WorkContext

    /// Networks that run at a time. Each takes up to 66 MB, so that as many stay within ``Detector/memoryLimit``.
    static let mostAtOnce = 3

    private let runtime: OnnxRuntime

    init(
        in runtime: OnnxRuntime,
        _ cancellation: Cancellation,
        _ work: WorkContext = WorkContext()
    ) throws(DetectionFailure) {
        guard let handle = onnx_run_open(runtime.handle) else { throw .outOfMemory(.unknown) }
        self.handle = handle
        self.runtime = runtime
        self.work = work
        // Weak, because a cancellation may outlast many pictures.
        cancellation.whenCancelled { [weak self] in
            guard let self else { return }
            onnx_run_cancel(self.handle)
        }
    }

    deinit { onnx_run_close(handle) }

    /// The results of pieces of work that run networks, in their order: ``WorkContext/map(_:atMost:_:)``.
    func map<Output: Sendable>(
        _ count: Int,
        _ body: (_ piece: Int) throws(DetectionFailure) -> Output
    ) throws(DetectionFailure) -> [Output] {
        try work.map(count, atMost: Self.mostAtOnce, body)
    }
}
