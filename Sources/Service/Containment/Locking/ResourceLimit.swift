import Glibc

/// A bound on a resource of a process, in the unit of `setrlimit`.
enum ResourceLimit {
    /// Bytes that are mapped.
    case addressSpace
    /// Bytes of a core dump.
    case core
    /// One more than the highest descriptor.
    case descriptors
    /// Bytes of a file that is written.
    case fileSize
    /// Seconds of all processors.
    case processorTime

    /// Lowers the bound to `value` for good, unless it is lower; 0, or the value of `errno`.
    func lower(to value: Int) -> Int32 {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return errno }
        limit.rlim_max = min(limit.rlim_max, rlim_t(value))
        limit.rlim_cur = limit.rlim_max
        return setrlimit(resource, &limit) == 0 ? 0 : errno
    }

    /// Raises the bound as far as the system lets this process, maybe not at all.
    func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    var maximum: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_max)
    }

    private var resource: __rlimit_resource_t {
        switch self {
        case .addressSpace: __rlimit_resource_t(RLIMIT_AS.rawValue)
        case .core: __rlimit_resource_t(RLIMIT_CORE.rawValue)
        case .descriptors: __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        case .fileSize: __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        case .processorTime: __rlimit_resource_t(RLIMIT_CPU.rawValue)
        }
    }
}

enum ProcessState {
    /// The number of threads; 0 if `/proc` cannot be read.
    static var threadCount: Int { numbers(in: "/proc/self/task").count }

    /// The highest descriptor that is open, or that of standard error if `/proc` cannot be read.
    static var highestDescriptor: Int { numbers(in: "/proc/self/fd").max() ?? Int(STDERR_FILENO) }

    /// Bytes that are mapped; 0 if `/proc` cannot be read.
    static var mappedByteCount: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        return strtol(line, nil, 10) * Int(getpagesize())
    }

    private static func numbers(in path: String) -> [Int] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var numbers: [Int] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                // The kernel ends names with a zero.
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let number = Int(name) { numbers.append(number) }
        }
        return numbers
    }
}
