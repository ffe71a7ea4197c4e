package import CAllocationFaults

/// Work during which an allocation of the codecs, or of our own, fails. See `allocation_faults.h` for which ones count.
///
/// Counts run one at a time: a suite that injects faults is `.serialized`, and tests run without parallelism.
package enum AllocationFaults {
    /// How long memory is missing.
    package enum Duration: CaseIterable, Sendable {
        /// For one allocation.
        case once
        /// From one allocation on.
        case lasting
    }

    /// Whether this executable can inject any.
    package static var areAvailable: Bool { allocation_faults_available() }

    /// Runs `body` with the allocation of `index`, counted from 0, failing; with none failing where it is nil.
    ///
    /// - Returns: What `body` returned, and what became of the allocations until then.
    package static func inject<Value>(
        at index: Int?,
        for duration: Duration = .once,
        _ body: () -> Value
    ) -> (value: Value, count: allocation_count) {
        allocation_faults_begin(index ?? .max, duration == .lasting)
        let value = body()
        return (value, allocation_faults_end())
    }

    /// As ``inject(at:for:_:)``, for work that is waited for.
    package static func inject<Value: Sendable>(
        at index: Int?,
        for duration: Duration = .once,
        _ body: () async -> Value
    ) async -> (value: Value, count: allocation_count) {
        allocation_faults_begin(index ?? .max, duration == .lasting)
        let value = await body()
        return (value, allocation_faults_end())
    }
}
