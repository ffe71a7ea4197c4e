import CProcessControl

/// How the C library's allocator keeps memory between requests.
enum Allocator {
    /// Lets pictures of up to 32 MiB be taken from memory that was used before, in as many arenas as there are workers.
    ///
    /// By default each picture is mapped anew and cleared by the kernel page by page, until the allocator has seen some freed;
    /// and each thread may open an arena of its own, which grows to the largest picture that it has seen.
    static func keepPictures(workers: Int) {
        mallopt(M_ARENA_MAX, Int32(clamping: workers))
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TRIM_THRESHOLD, 64 << 20)
    }
}
