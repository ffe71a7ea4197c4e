import CLittleCMS
import Glibc
import SecureMemory

/// Conversion of samples from one profile to another.
///
/// Relative colorimetric with black point compensation: a colour of both spaces stays, and so do white and black. The perceptual
/// intent is the maker's taste, and differs only where a profile has tables for it. Each pixel is converted by itself, with integer
/// arithmetic on tables.
final class ColorTransform {
    private let context: ColorContext
    private let handle: cmsHTRANSFORM

    enum Layout {
        case grey
        case rgb(PixelFormat)
        /// Four inks, of which 255 stands for none.
        case cmyk
        /// Three numbers from 0 to 1, but not confined to that, which are converted with full precision.
        case rgbDouble

        fileprivate var code: cmsUInt32Number {
            let code =
                switch self {
                case .grey: LITTLE_CMS_GRAY_8
                case .rgb(.rgb): LITTLE_CMS_RGB_8
                case .rgb(.rgba): LITTLE_CMS_RGBA_8
                case .cmyk: LITTLE_CMS_CMYK_8_INVERTED
                case .rgbDouble: LITTLE_CMS_RGB_DOUBLE
                }
            return cmsUInt32Number(code)
        }
    }

    init?(from source: ColorProfile, _ input: Layout, to target: ColorProfile, _ output: Layout) {
        let handle = cmsCreateTransformTHR(
            source.context.pointer,
            source.handle,
            input.code,
            target.handle,
            output.code,
            cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
            cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION)
        )
        guard let handle else { return nil }
        self.context = source.context
        self.handle = handle
    }

    deinit {
        cmsDeleteTransform(handle)
    }

    /// Converts `count` pixels, in place if both pointers are the same. Alpha of the output stays.
    func convert(_ input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, count: Int) {
        cmsDoTransform(handle, input, output, cmsUInt32Number(count))
    }
}

/// One use of Little CMS, with wiped and bounded memory of its own, because a profile may demand too much. No handler reports
/// errors.
final class ColorContext {
    let pointer: cmsContext
    private let ledger: UnsafeMutablePointer<Ledger>

    /// Whether memory was missing at some time. Little CMS then fails like for a profile that makes no sense.
    var ranOutOfMemory: Bool { ledger.pointee.memoryWasMissing }

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

private struct Ledger {
    var memoryWasMissing = false
    var tableByteCount = 0
}

/// Bytes of tables that one context gets. No usable profile comes near it.
private let maximumTableByteCount = 256 << 20

private let smallestTable: UInt32 = 4096

private func boundedAllocation(_ size: UInt32, for context: cmsContext?) -> UnsafeMutableRawPointer? {
    guard size > 0 else { return nil }
    // Little CMS does not check the memory of its small structures, so the process ends without it, like in Swift.
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

/// Does the work of `realloc`, but wipes the old memory.
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
