import Foundation
import Glibc
import ProcessFiles

/// What processes hold in memory: all of their heaps, their stacks, their variables and the memory that they share.
struct MemoryImage {
    private var bytes: [UInt8] = []
    /// The memory that a server shares, by its inodes: descriptors of it.
    private var shared: [ino_t: Int32] = [:]
    private let server: pid_t

    private static let chunk = 64 << 10
    // SEEK_DATA and SEEK_HOLE of lseek(2), which Swift is not shown.
    private static let (data, hole): (Int32, Int32) = (3, 4)
    /// More than any memory that is not shared, or whose descriptor was closed. Of the memory of a worker that is shared
    /// nearly all is holes, and to read a hole as memory would fill it.
    private static let longestMapping = 1 << 30

    /// Copies the memory of all processes of a server that lets itself be inspected by this one.
    init(of server: ServerProcess) throws {
        try self.init(of: server.processes, in: server)
    }

    /// Copies the memory of some processes of a server.
    init(of processes: [pid_t], in server: ServerProcess) throws {
        self.server = server.processID
        try findSharedMemory()
        defer { for descriptor in shared.values { close(descriptor) } }
        if processes.contains(server.processID) {
            for inode in shared.keys { readShared(inode) }
        }
        for process in processes { try read(process) }
    }

    /// Opens the memory that the server shares. It has descriptors of all of it.
    private mutating func findSharedMemory() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server)/fd") {
            let path = "/proc/\(server)/fd/\(name)"
            var status = stat()
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
                target.hasPrefix("/memfd:"), case let descriptor = open(path, O_RDONLY | O_CLOEXEC), descriptor >= 0
            else { continue }
            if fstat(descriptor, &status) == 0, shared[status.st_ino] == nil {
                shared[status.st_ino] = descriptor
            } else {
                close(descriptor)
            }
        }
    }

    private mutating func read(_ process: pid_t) throws {
        // A worker may have ended meanwhile, and may not have been waited for.
        guard let maps = try? ProcessFile.text("maps", of: process), !maps.isEmpty else { return }
        let descriptor = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 || errno != ESRCH else { return }
        guard descriptor >= 0 else { throw Obstacle(description: "the memory cannot be read: \(errno)") }
        defer { close(descriptor) }
        for line in maps.split(separator: "\n") {
            // 7f12a4000000-7f12a4021000 rw-p 00000000 00:00 0
            let columns = line.split(separator: " ")
            let addresses = columns[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            guard columns.count >= 5, addresses.count == 2 else { continue }
            let isMemory = line.contains("/memfd:") && columns[1].hasPrefix("r")
            guard columns[1].hasPrefix("rw") || isMemory else { continue }
            if isMemory, let inode = ino_t(columns[4]) {
                // That of a worker that was started just now.
                if shared[inode] == nil { try findSharedMemory() }
                if shared[inode] != nil {
                    readShared(inode)
                    continue
                }
            }
            guard addresses[1] - addresses[0] < Self.longestMapping else {
                throw Obstacle(description: "this would fill holes: \(line)")
            }
            copy(addresses[0]..<addresses[1]) { pread(descriptor, $0, $1, $2) }
        }
    }

    /// Copies what is no hole of shared memory.
    private mutating func readShared(_ inode: ino_t) {
        guard let descriptor = shared[inode] else { return }
        var end = 0
        while true {
            let start = lseek(descriptor, end, Self.data)
            guard start >= 0 else { return }
            end = lseek(descriptor, start, Self.hole)
            copy(start..<end) { pread(descriptor, $0, $1, $2) }
        }
    }

    /// Skips what is all zeros, which most of a stack is.
    private mutating func copy(
        _ range: Range<Int>,
        _ read: (UnsafeMutableRawPointer, Int, Int) -> Int
    ) {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        var address = range.lowerBound
        while address < range.upperBound {
            let size = min(Self.chunk, range.upperBound - address)
            let count = buffer.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { read($0, size, address) } ?? 0
            }
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
