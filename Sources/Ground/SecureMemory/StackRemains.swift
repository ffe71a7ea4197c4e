import Glibc

/// What functions that have returned left on the stack: copies of registers, and buffers of libraries that wipe none.
public enum StackRemains {
    private typealias Frames = InlineArray<128, SIMD64<UInt64>>

    /// Overwrites the 64 KiB below the caller's own frame, on the stack of the calling thread. Pixels were found 16 KiB
    /// down.
    @inline(never)
    public static func wipe() {
        var frames = Frames(repeating: .zero)
        explicit_bzero(&frames, MemoryLayout<Frames>.size)
    }
}
