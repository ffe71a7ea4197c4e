import CLittleCMS
import Glibc
import SecureMemory

/// What one use of Little CMS needs, shared with no other: its memory, which is bounded and wiped, as a profile may say
/// more than it should. It reports no error, as no handler is set.
final class ColorContext {
    /// For the functions of Little CMS whose names end in `THR`.
    let pointer: cmsContext

    /// - Throws: ``OutOfMemory``.
    init() throws(OutOfMemory) {
        var memory = cmsPluginMemHandler()
        memory.base = cmsPluginBase(
            Magic: cmsUInt32Number(cmsPluginMagicNumber),
            ExpectedVersion: cmsUInt32Number(LCMS_VERSION),
            Type: cmsUInt32Number(cmsPluginMemHandlerSig),
            Next: nil
        )
        memory.MallocPtr = { _, size in boundedAllocation(size) }
        memory.FreePtr = { _, memory in wipeAndFree(memory) }
        memory.ReallocPtr = { _, memory, size in movedAllocation(memory, size) }
        guard let pointer = cmsCreateContext(&memory, nil) else { throw OutOfMemory(byteCount: 0) }
        self.pointer = pointer
    }

    deinit {
        cmsDeleteContext(pointer)
    }
}

/// No table of a profile within the bound on profiles comes near this.
private let maximumAllocation: UInt32 = 64 << 20

private func boundedAllocation(_ size: UInt32) -> UnsafeMutableRawPointer? {
    size == 0 || size > maximumAllocation ? nil : malloc(Int(size))
}

private func wipeAndFree(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    explicit_bzero(memory, malloc_usable_size(memory))
    free(memory)
}

/// As `realloc`, which may leave a copy behind that nobody wipes.
private func movedAllocation(_ memory: UnsafeMutableRawPointer?, _ size: UInt32) -> UnsafeMutableRawPointer? {
    guard let moved = boundedAllocation(size) else { return nil }
    guard let memory else { return moved }
    moved.copyMemory(from: memory, byteCount: min(malloc_usable_size(memory), Int(size)))
    wipeAndFree(memory)
    return moved
}
