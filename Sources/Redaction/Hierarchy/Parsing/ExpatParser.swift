import CLibExpat
import Glibc
import SecureMemory

/// A parser of expat that reads UTF-8 whatever a document declares, and whose memory is wiped when it is freed.
struct ExpatParser: ~Copyable {
    let pointer: XML_Parser

    init() throws(OutOfMemory) {
        var memory = XML_Memory_Handling_Suite(
            malloc_fcn: { malloc($0) },
            realloc_fcn: { movedAllocation($0, byteCount: $1) },
            free_fcn: { wipeAndFree($0) }
        )
        guard let pointer = XML_ParserCreate_MM("UTF-8", &memory, nil) else { throw OutOfMemory.unknown }
        self.pointer = pointer
    }

    deinit {
        XML_ParserFree(pointer)
    }
}

private func wipeAndFree(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    explicit_bzero(memory, malloc_usable_size(memory))
    free(memory)
}

/// Does the work of `realloc`, and wipes the old memory.
private func movedAllocation(_ memory: UnsafeMutableRawPointer?, byteCount: Int) -> UnsafeMutableRawPointer? {
    guard let moved = malloc(byteCount) else { return nil }
    guard let memory else { return moved }
    moved.copyMemory(from: memory, byteCount: min(malloc_usable_size(memory), byteCount))
    wipeAndFree(memory)
    return moved
}
