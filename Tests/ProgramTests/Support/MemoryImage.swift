import Foundation
import Glibc

/// What another process holds in memory: all of its heap, its stacks and its variables.
struct MemoryImage {
    private var bytes: [UInt8] = []

    private static let chunk = 64 << 10

    /// Copies the memory of a process that lets itself be inspected by this one.
    init(of processID: pid_t) throws {
        let maps = try String(contentsOfFile: "/proc/\(processID)/maps", encoding: .utf8)
        let descriptor = open("/proc/\(processID)/mem", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Obstacle(description: "the memory cannot be read: \(errno)") }
        defer { close(descriptor) }
        for line in maps.split(separator: "\n") {
            // 7f12a4000000-7f12a4021000 rw-p 00000000 00:00 0
            let columns = line.split(separator: " ")
            let addresses = columns[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            guard columns[1].hasPrefix("rw"), addresses.count == 2 else { continue }
            read(descriptor, from: addresses[0], to: addresses[1])
        }
    }

    /// Skips what is all zeros, which most of a stack is.
    private mutating func read(_ descriptor: Int32, from start: Int, to end: Int) {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        var address = start
        while address < end {
            let count = pread(descriptor, &buffer, min(Self.chunk, end - address), address)
            guard count > 0 else { return }
            let isZero = buffer.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return true }
                return bytes[0] == 0 && memcmp(base, base + 1, count - 1) == 0
            }
            if !isZero { bytes += buffer[..<count] }
            address += count
        }
    }

    /// The names of the secrets of which any piece is there.
    func remains(of secrets: [Secret]) -> [String] {
        secrets.filter { $0.shows(in: bytes) }.map(\.name)
    }
}
