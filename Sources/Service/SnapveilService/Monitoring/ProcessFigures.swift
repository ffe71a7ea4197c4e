import Glibc

/// Figures of a process from `/proc` (proc(5)), which a locked front may read.
enum ProcessFigures {
    /// The memory of a process, in bytes.
    struct ResidentMemory: Equatable {
        var own = 0
        /// Shared with other processes or with files: of the regions of a worker, the touched part.
        var shared = 0
    }

    /// The memory of a process; nil if it does not exist or is hidden (`hidepid`).
    ///
    /// - Parameter id: The number of the process; nil for this one.
    static func residentMemory(of id: Int32?) -> ResidentMemory? {
        // In pages: the address space, the resident part, and the shared part of that.
        let numbers = numbers(in: "/proc/\(id.map(String.init) ?? "self")/statm", atMost: 3)
        guard numbers.count == 3, numbers[1] > 0 else { return nil }
        let pageSize = Int(getpagesize())
        return ResidentMemory(own: max(numbers[1] - numbers[2], 0) * pageSize, shared: numbers[2] * pageSize)
    }

    /// Processor time of this process and of its ended children, in seconds.
    static var processorSeconds: Double {
        [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, who in
            var usage = rusage()
            getrusage(__rusage_who_t(who.rawValue), &usage)
            return sum + usage.ru_utime.seconds + usage.ru_stime.seconds
        }
    }

    /// Open descriptors of this process; nil if they cannot be listed.
    static var openDescriptors: Int? {
        guard let directory = opendir("/proc/self/fd") else { return nil }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        // Without the directory itself, `.` and `..`.
        return max(count - 3, 0)
    }

    static var descriptorLimit: Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    private static func numbers(in path: String, atMost count: Int) -> [Int] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return [] }
        let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: " ").prefix(count).compactMap { Int($0) }
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
