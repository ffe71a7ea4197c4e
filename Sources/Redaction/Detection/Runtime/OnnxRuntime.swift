import COnnxRuntime
import Glibc

/// The library that models run in, opened from a file.
final class OnnxRuntime: @unchecked Sendable {
    // Sendable: the C functions may be called on any thread, and the library stays open until the process ends.
    let handle: OpaquePointer

    /// Opens the library at `path`, which it does not look for anywhere else.
    ///
    /// - Throws: ``DetectorError``.
    init(path: String) throws(DetectorError) {
        guard access(path, R_OK) == 0 else { throw .missing(path: path, reason: String(cString: strerror(errno))) }
        var message = OnnxMessage()
        guard let handle = message.fill({ onnx_runtime_open(path, $0) }) else {
            throw .damaged(path: path, reason: message.text)
        }
        self.handle = handle
    }

    /// Sets how many bytes all tensors may take beyond what they take now.
    func limitMemory(to byteCount: Int) { onnx_runtime_limit_memory(handle, max(byteCount, 0)) }

    /// Wipes and gives back the memory of tensors that are not needed any more.
    func wipe() { onnx_runtime_wipe(handle) }
}

/// Room for the sentence of a C function that fails.
struct OnnxMessage {
    private var bytes = [CChar](repeating: 0, count: Int(ONNX_MESSAGE_SIZE))

    /// Calls `body` with the room.
    mutating func fill<Result>(_ body: (UnsafeMutablePointer<CChar>?) -> Result) -> Result {
        bytes.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }

    /// The sentence.
    var text: String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
