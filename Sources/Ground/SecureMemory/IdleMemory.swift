import CSecureMemory

/// Large blocks of wiped memory that were released, kept for the next picture of their size.
///
/// Once a server has seen the pictures that it gets, it asks the system for no more memory, and gives none back.
public enum IdleMemory {
    /// The most bytes that are kept: 64 MiB unless it is set, and 0 keeps nothing. What is beyond it goes back to the
    /// system at once, the blocks that have been idle for the longest first.
    public static var byteLimit: Int {
        get { Int(clamping: secure_memory_idle_limit()) }
        set { secure_memory_set_idle_limit(max(newValue, 0)) }
    }

    /// Bytes that are kept now.
    public static var byteCount: Int { Int(clamping: secure_memory_idle()) }
}
