import CSecureMemory
import Glibc
import SecureMemory
import Testing

@Suite("Memory is shared by descriptor, and nobody can pull it away", .serialized)
struct SharedMemoryTests {
    @Test("a receiver sees what the creator writes, before and after, and can write nothing")
    func readOnlyReceiver() throws {
        let memory = try SharedMemory(byteCount: 100_000)
        let descriptor = try #require(memory.descriptor)
        memory.baseAddress.storeBytes(of: 42, as: UInt8.self)
        let received = try SharedMemory(adopting: dup(descriptor), byteCount: 100_000, access: .readOnly)
        #expect(received.baseAddress.load(as: UInt8.self) == 42)
        memory.baseAddress.storeBytes(of: 43, toByteOffset: 99_999, as: UInt8.self)
        #expect(received.baseAddress.load(fromByteOffset: 99_999, as: UInt8.self) == 43)

        #expect(throws: SharedMemoryError.notMappable(EPERM)) {
            _ = try SharedMemory(adopting: dup(descriptor), byteCount: 100_000, access: .readWrite)
        }
        #expect(write(descriptor, "x", 1) == -1 && errno == EPERM)
        #expect(ftruncate(descriptor, 0) == -1 && errno == EPERM)
        #expect(ftruncate(descriptor, 200_000) == -1 && errno == EPERM)
        #expect(mprotect(received.baseAddress, 4096, PROT_READ | PROT_WRITE) == -1)
    }

    @Test("memory that a receiver is to write is read by its creator")
    func writingReceiver() throws {
        let memory = try SharedMemory(byteCount: 1 << 16, access: .readOnly, receivers: .readWrite)
        let descriptor = try #require(memory.descriptor)
        let received = try SharedMemory(adopting: dup(descriptor), byteCount: 1 << 16, access: .readWrite)
        received.baseAddress.storeBytes(of: 7, toByteOffset: 5, as: UInt8.self)
        #expect(memory.baseAddress.load(fromByteOffset: 5, as: UInt8.self) == 7)
        #expect(ftruncate(descriptor, 0) == -1 && errno == EPERM)
    }

    @Test("what is no memory, could shrink or is too small is refused, and its descriptor closed")
    func refusals() throws {
        let unsealed = shared_memory_create(1 << 16)
        let sealed = try SharedMemory(byteCount: 1 << 16)
        let cases: [(Int32, Int, SharedMemoryError)] = [
            (open("/dev/null", O_RDWR), 100, .notMemory),
            (-1, 100, .notMemory),
            (unsealed, 100, .mayShrink),
            (dup(try #require(sealed.descriptor)), 1 << 16 + 1, .tooSmall),
            (dup(try #require(sealed.descriptor)), 0, .tooSmall),
        ]
        for (descriptor, byteCount, error) in cases {
            #expect(throws: error) {
                _ = try SharedMemory(adopting: descriptor, byteCount: byteCount, access: .readOnly)
            }
            #expect(fcntl(descriptor, F_GETFD) == -1)
        }
    }

    @Test("what was not touched takes no room, and all goes with the last reference")
    func room() throws {
        var memory: SharedMemory? = try SharedMemory(byteCount: 1 << 30)
        let descriptor = try #require(memory?.descriptor)
        #expect(memory?.residentByteCount == 0)
        memory?.baseAddress.storeBytes(of: 1, toByteOffset: 1 << 29, as: UInt8.self)
        #expect(memory?.residentByteCount == Int(getpagesize()))
        memory = nil
        #expect(fcntl(descriptor, F_GETFD) == -1)
    }

    @Test("an impossible size is an error, not a crash", arguments: [0, -1, .max])
    func impossibleSize(_ byteCount: Int) {
        #expect(throws: OutOfMemory(byteCount: byteCount)) { _ = try SharedMemory(byteCount: byteCount) }
    }
}
