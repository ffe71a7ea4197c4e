import Glibc

/// What a process has at the moment.
enum ProcessState {
    /// The number of threads; 0 if `/proc` cannot be read.
    static var threadCount: Int { numbers(in: "/proc/self/task").count }

    /// The highest descriptor that is open, or that of standard error if `/proc` cannot be read.
    static var highestDescriptor: Int { numbers(in: "/proc/self/fd").max() ?? Int(STDERR_FILENO) }

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
