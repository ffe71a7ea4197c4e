import Glibc

/// What a process has at the moment.
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

    /// The names in a directory that are numbers.
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
