import CLittleCMS
import Glibc
import SecureMemory

/// What one use of Little CMS needs, shared with no other: its memory, which is bounded and wiped, as a profile may say
/// more than it should. It reports no error, as no handler is set.
final class ColorContext {
    /// What the functions of Little CMS take whose names end in `THR`.
    let pointer: cmsContext
    private let ledger: UnsafeMutablePointer<Ledger>

    /// Whether there was no memory at some time. Little CMS then fails as for a profile that makes no sense.
    var ranOutOfMemory: Bool { ledger.pointee.memoryWasMissing }

    /// - Throws: `OutOfMemory`.
    init() throws(OutOfMemory) {
        var memory = cmsPluginMemHandler()
        memory.base = cmsPluginBase(
            Magic: cmsUInt32Number(cmsPluginMagicNumber),
            ExpectedVersion: cmsUInt32Number(LCMS_VERSION),
            Type: cmsUInt32Number(cmsPluginMemHandlerSig),
            Next: nil
        )
        memory.MallocPtr = { context, size in boundedAllocation(size, for: context) }
        memory.FreePtr = { _, memory in wipeAndFree(memory) }
        memory.ReallocPtr = { context, memory, size in movedAllocation(memory, size, for: context) }
        ledger = .allocate(capacity: 1)
        ledger.initialize(to: Ledger())
        guard let pointer = cmsCreateContext(&memory, ledger) else {
            ledger.deallocate()
            throw OutOfMemory.unknown
        }
        self.pointer = pointer
    }

    deinit {
        cmsDeleteContext(pointer)
        ledger.deallocate()
    }
}

/// What one context has asked for.
private struct Ledger {
    /// Whether a request was not met, as there was no memory.
    var memoryWasMissing = false
    /// Bytes of all tables that the context got, whether they were freed or not.
    var tableByteCount = 0
}

/// Most bytes of tables that one context gets. No profile that is meant to be used comes near it.
private let maximumTableByteCount = 256 << 20

/// Bytes of the smallest allocation that may hold a table.
private let smallestTable: UInt32 = 4096

private func boundedAllocation(_ size: UInt32, for context: cmsContext?) -> UnsafeMutableRawPointer? {
    guard size > 0 else { return nil }
    // Little CMS does not look at what it gets for its small structures, so as in Swift the process ends without them.
    guard size >= smallestTable else { return malloc(Int(size)) }
    let ledger = cmsGetContextUserData(context)?.assumingMemoryBound(to: Ledger.self)
    let tableByteCount = (ledger?.pointee.tableByteCount ?? 0) + Int(size)
    guard tableByteCount <= maximumTableByteCount else { return nil }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 16, Int(size)) == 0 else {
        ledger?.pointee.memoryWasMissing = true
        return nil
    }
    ledger?.pointee.tableByteCount = tableByteCount
    return memory
}

private func wipeAndFree(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    explicit_bzero(memory, malloc_usable_size(memory))
    free(memory)
}

/// Does what `realloc` does, but wipes the memory that is given up.
private func movedAllocation(
    _ memory: UnsafeMutableRawPointer?,
    _ size: UInt32,
    for context: cmsContext?
) -> UnsafeMutableRawPointer? {
    guard let moved = boundedAllocation(size, for: context) else { return nil }
    guard let memory else { return moved }
    moved.copyMemory(from: memory, byteCount: min(malloc_usable_size(memory), Int(size)))
    wipeAndFree(memory)
    return moved
}
