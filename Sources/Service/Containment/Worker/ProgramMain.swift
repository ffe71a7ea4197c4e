import CContainment
import Glibc

/// The start of a program: the process takes its descriptors, locks itself, and becomes the program.
enum ProgramMain {
    /// Reports the locks, and then the value of `errno` if the process cannot become the program; nothing more if it does.
    static func run(_ terms: ProgramTerms, _ packet: Packet, _ socket: PacketSocket) -> Never {
        guard terms.areValid, packet.descriptors.count == terms.descriptors.count else { _exit(1) }
        // Closed together with all others.
        let numbers = packet.descriptors.map { $0.surrender() }
        let number = containment_arrange_descriptors(numbers, numbers.count, socket.descriptor.surrender())
        guard number >= 0 else { _exit(1) }
        let front = PacketSocket(adopting: number)
        let (locks, filter) = ProgramLock.apply(terms)
        guard WorkerMain.send(.ready(locks), on: front) else { _exit(1) }
        var code = become(terms, filter)
        // By the only call that the filter leaves for it.
        _ = write(number, &code, MemoryLayout.size(ofValue: code))
        _exit(1)
    }

    /// The value of `errno` that says why the process has not become the program.
    private static func become(_ terms: ProgramTerms, _ filter: OpaquePointer?) -> Int32 {
        let copies = ([terms.path] + terms.arguments).map { strdup($0) }
        let arguments = copies.map { UnsafePointer($0) } + [nil]
        let addressSpace = terms.leavingOut.contains(.resourceLimits) ? Int.max : terms.addressSpace
        return arguments.withUnsafeBufferPointer { arguments in
            containment_become(terms.path, arguments.baseAddress, filter, addressSpace)
        }
    }
}
