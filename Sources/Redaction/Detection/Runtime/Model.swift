import BoundedWork
import COnnxRuntime
import ImageCore
import SecureMemory

final class Model: @unchecked Sendable {
    // Sendable: a session may be run on any thread, on several at a time, too.
    private let session: OpaquePointer
    private let runtime: OnnxRuntime
    private let outputCount: Int

    init(path: String, _ bytes: SecureBytes, outputCount: Int, in runtime: OnnxRuntime) throws(DetectorError) {
        var message = OnnxMessage()
        let session = bytes.withUnsafeBytes { bytes in
            message.fill { onnx_session_open(runtime.handle, bytes.baseAddress, bytes.count, outputCount, $0) }
        }
        guard let session else { throw .damaged(path: path, reason: message.text) }
        self.session = session
        self.runtime = runtime
        self.outputCount = outputCount
    }

    deinit { onnx_session_close(session) }

    /// Runs the network on one picture: planes, rows, columns. The outputs are valid until `body` returns.
    func run<Result>(
        _ input: borrowing Planes,
        _ run: ModelRun,
        _ body: ([Tensor]) throws(DetectionFailure) -> Result
    ) throws(DetectionFailure) -> Result {
        var outputs = [onnx_tensor](repeating: onnx_tensor(), count: outputCount)
        defer { for index in outputs.indices { onnx_tensor_release(session, &outputs[index]) } }
        var message = OnnxMessage()
        let shape = [1, Int64(Planes.count), Int64(input.height), Int64(input.width)]
        let outcome = message.fill { message in
            onnx_session_run(session, run.handle, input.values.base, shape, &outputs, message)
        }
        switch outcome {
        case onnx_done: return try body(outputs.map(Tensor.init))
        case onnx_cancelled: throw .cancelled
        case onnx_out_of_memory: throw .outOfMemory(.unknown)
        default: throw .broken(message.text)
        }
    }
}

/// Output of a model: numbers with their dimensions, the outermost first. Valid inside ``Model/run(_:_:_:)``.
struct Tensor {
    let values: UnsafeBufferPointer<Float>
    let shape: [Int]

    fileprivate init(_ tensor: onnx_tensor) {
        let all = [tensor.shape.0, tensor.shape.1, tensor.shape.2, tensor.shape.3]
        shape = all.prefix(tensor.rank).map { Int($0) }
        values = UnsafeBufferPointer(start: tensor.values, count: shape.reduce(1, *))
    }
}
