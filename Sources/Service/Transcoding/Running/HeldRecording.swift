package import Recordings
package import SecureMemory

/// A recording in memory, where FFmpeg reads it. It is wiped with this object.
package final class HeldRecording: Sendable {
    package let form: RecordingForm
    private let memory: SharedMemory

    /// Copies a file; nil if it is no recording.
    package init?(_ contents: SecureBytes) throws(OutOfMemory) {
        guard !contents.isEmpty else { return nil }
        let memory = try SharedMemory(byteCount: contents.count)
        contents.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            memory.baseAddress.copyMemory(from: start, byteCount: bytes.count)
        }
        // The contents may be in memory of a worker, which may change them meanwhile.
        let copy = UnsafeRawBufferPointer(start: memory.baseAddress, count: memory.byteCount)
        guard let form = RecordingForm(beginning: copy) else {
            memory.wipe(memory.byteCount)
            return nil
        }
        (self.form, self.memory) = (form, memory)
    }

    deinit { memory.wipe(memory.byteCount) }

    package var byteCount: Int { memory.byteCount }

    /// The descriptor of the memory.
    package var descriptor: Int32 { memory.descriptor ?? -1 }
}
