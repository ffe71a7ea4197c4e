import CLibDE265
import Synchronization

/// While one of these exists, the C library overwrites what is freed, by whoever and on any thread.
///
/// libde265 keeps copies of samples and of the file in memory that it frees without a chance to wipe it. glibc does this for
/// tests (`M_PERTURB`); what is smaller than a kilobyte it may keep as it was for the next who asks.
final class FreedMemory: Sendable {
    private static let count = Mutex(0)

    init() {
        Self.count.withLock { count in
            count += 1
            // New memory is filled with the opposite: zeros.
            if count == 1 { mallopt(M_PERTURB, 0xFF) }
        }
    }

    deinit {
        Self.count.withLock { count in
            count -= 1
            if count == 0 { mallopt(M_PERTURB, 0) }
        }
    }
}
