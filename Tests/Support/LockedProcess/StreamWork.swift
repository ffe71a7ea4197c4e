import Containment
import Glibc
import SecureMemory

/// Work on the streams of jobs: it copies bytes that are in the first to the second, and says how many there were. A job with other
/// streams than two says how many it has. Before that, it sends whatever the order says.
final class StreamWork: ContainedWork {
    let lateFiles: [String] = []

    init(setup: SecureBytes) {}

    func warmUp() {}

    func load(_ material: SecureBytes, _ number: MaterialNumber) -> SecureBytes { SecureBytes() }

    func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult {
        Self.send(content)
        var text = "\(terms.streams.count) streams, \(input.count) bytes of input"
        if terms.streams.count == 2 {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(terms.streams[0], &buffer, buffer.count)
            text = "\(write(terms.streams[1], buffer, max(count, 0))) bytes, \(input.count) bytes of input"
        }
        let content = try? SecureBytes(copying: Array(text.utf8))
        return JobResult(content: content ?? SecureBytes(), body: SecureBytes())
    }

    /// Sends the packets of an order to the front, each of which follows a byte that tells its length.
    private static func send(_ order: SecureBytes) {
        order.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let count = rest.popFirst() {
                let packet = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(count)))
                rest = rest.dropFirst(Int(count))
                _ = write(workerSocket, packet.baseAddress, packet.count)
            }
        }
    }

    /// `CONTAINMENT_WORKER_SOCKET`.
    private static let workerSocket: Int32 = 3
}
