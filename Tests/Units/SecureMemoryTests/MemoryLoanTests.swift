import Glibc
import SecureMemory
import Synchronization
import Testing

@Suite("Memory that is lent goes back to its lender")
struct MemoryLoanTests {
    @Test("bytes are built in what is lent, and go back, once, with the last slice of them")
    func building() throws {
        let lender = Lender()
        var builder = try SecureBytesBuilder(capacity: 1000, in: lender.source)
        try builder.append("Hello, world")
        var slice: SecureBytes?
        do {
            let bytes = builder.finish()
            slice = bytes[7..<12]
            #expect(bytes.sharedPlace?.range == 0..<12)
        }
        let place = try #require(slice?.sharedPlace)
        #expect(place.memory === lender.lent.first)
        #expect(place.range == 7..<12)
        let address = slice?.withUnsafeBytes(\.baseAddress)
        #expect(address == UnsafeRawPointer(place.memory.baseAddress + 7))
        #expect(lender.writtenByteCounts.isEmpty)
        slice = nil
        #expect(lender.writtenByteCounts == [12])
    }

    @Test("a builder that grows takes more from its source, and gives back what it has outgrown")
    func growth() throws {
        let lender = Lender()
        var builder = try SecureBytesBuilder(capacity: 100, in: lender.source)
        // All of a block is there to be used, however little was asked for.
        #expect(builder.capacity == 4096)
        let text = String(repeating: "0123456789", count: 500)
        try builder.append(String(text.prefix(3000)))
        try builder.append(String(text.dropFirst(3000)))
        #expect(lender.writtenByteCounts == [3000])
        let bytes = builder.finish()
        #expect(bytes == (try SecureBytes(copying: text.utf8)))
        #expect(bytes.sharedPlace?.memory === lender.lent.last)
        #expect(lender.lent.map(\.byteCount) == [4096, 8192])
    }

    @Test("no bytes borrow nothing, and the process's own memory is nobody's loan")
    func ownMemory() throws {
        let lender = Lender()
        let nothing = try SecureBytesBuilder(in: lender.source).finish()
        #expect(nothing.sharedPlace == nil)
        #expect(lender.lent.isEmpty)
        #expect(try SecureBytes(copying: [1, 2]).sharedPlace == nil)
    }

    @Test("what is lent for reading is read where it lies, and never written")
    func reading() throws {
        let original = try SharedMemory(byteCount: 4096)
        original.baseAddress.copyMemory(from: Array("..input.".utf8), byteCount: 8)
        let given = Mutex<Int?>(nil)
        let descriptor = dup(try #require(original.descriptor))
        let memory = try SharedMemory(adopting: descriptor, byteCount: 4096, access: .readOnly)
        let loan = MemoryLoan(of: memory, range: 2..<7) { count in given.withLock { $0 = count } }
        var bytes = SecureBytes(reading: consume loan)
        #expect(bytes == (try SecureBytes(copying: "input".utf8)))
        #expect(bytes[1..<3].sharedPlace?.range == 3..<5)
        bytes = SecureBytes()
        #expect(given.withLock { $0 } == 0)
        #expect(original.baseAddress.load(fromByteOffset: 2, as: UInt8.self) == UInt8(ascii: "i"))
    }
}

/// Lends a block of its own each time, and keeps count of what comes back.
private final class Lender: Sendable {
    private let state = Mutex((lent: [SharedMemory](), written: [Int]()))

    var lent: [SharedMemory] { state.withLock { $0.lent } }
    var writtenByteCounts: [Int] { state.withLock { $0.written } }

    var source: MemorySource {
        MemorySource { (byteCount) throws(OutOfMemory) in
            let memory = try SharedMemory(byteCount: (byteCount + 4095) & ~4095)
            self.state.withLock { $0.lent.append(memory) }
            return WipedAllocation(
                borrowing: MemoryLoan(of: memory) { count in self.state.withLock { $0.written.append(count) } }
            )
        }
    }
}
