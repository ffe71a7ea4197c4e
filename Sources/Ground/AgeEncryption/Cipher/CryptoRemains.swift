import SecureMemory

/// Copies of keys that swift-crypto leaves on the stack, and their removal. What it leaves in memory of the heap is wiped when it
/// is freed, as all is.
enum CryptoRemains {
    /// The value of `work`, once the remains of its calls of swift-crypto are overwritten.
    @inline(never)
    static func overwritten<Value: ~Copyable, Failure: Error>(
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { StackRemains.wipe() }
        return try run(work)
    }

    // A frame of its own, below the one from which the stack is wiped.
    @inline(never)
    private static func run<Value: ~Copyable, Failure: Error>(
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try work()
    }
}
