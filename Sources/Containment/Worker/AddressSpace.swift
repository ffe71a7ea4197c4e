import Glibc

/// The addresses of this process that something is mapped at.
enum AddressSpace {
    /// Bytes; 0 if `/proc` cannot be read.
    static var byteCount: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        return strtol(line, nil, 10) * Int(getpagesize())
    }
}
