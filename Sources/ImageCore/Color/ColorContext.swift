import CLittleCMS
import Glibc
import SecureMemory

/// What one use of Little CMS needs, shared with no other: its memory, which is bounded and wiped, as a profile may say
/// more than it should. It reports no error, as no handler is set.
final class ColorContext {
    /// For the functions of Little CMS whose names end in `THR`.
    let pointer: cmsContext
    private let memoryWasMissing: UnsafeMutablePointer<Bool>

    /// Whether there was no memory at some time. Little CMS then fails as for a profile that makes no sense.
    var ranOutOfMemory: Bool { memoryWasMissing.pointee }

    /// - Throws: ``OutOfMemory``.
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
        memoryWasMissing = .allocate(capacity: 1)
        memoryWasMissing.initialize(to: false)
        guard let pointer = cmsCreateContext(&memory, memoryWasMissing) else {
            memoryWasMissing.deallocate()
            throw OutOfMemory(byteCount: 0)
        }
        self.pointer = pointer
    }

    deinit {
        cmsDeleteContext(pointer)
        memoryWasMissing.deallocate()
    }
}

/// No table of a profile within the bound on profiles comes near this.
private let maximumAllocation: UInt32 = 64 << 20

/// What is smaller holds no table, in bytes.
private let smallestTable: UInt32 = 4096

private func boundedAllocation(_ size: UInt32, for context: cmsContext?) -> UnsafeMutableRawPointer? {
    guard size > 0, size <= maximumAllocation else { return nil }
    // Little CMS does not look at what it gets for its small structures, so as in Swift the process ends without them.
    guard size >= smallestTable else { return malloc(Int(size)) }
    var memory: UnsafeMutableRawPointer?
    if posix_memalign(&memory, 16, Int(size)) == 0 { return memory }
    cmsGetContextUserData(context)?.storeBytes(of: true, as: Bool.self)
    return nil
}

private func wipeAndFree(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    explicit_bzero(memory, malloc_usable_size(memory))
    free(memory)
}

/// As `realloc`, which may leave a copy behind that nobody wipes.
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
