import BoundedWork
import CDeeds
import Containment
import Foundation
import Glibc
import SecureMemory

/// What a worker does that a decoder has taken over, or that has a mistake.
public enum Fault: String, CaseIterable, Sendable {
    // Crashes.
    case segmentationFault, busError, illegalInstruction, trap, abort, division, stackOverflow, exit
    // What takes too much.
    case spin, overwork, sleep, stop, exhaustMemory, exhaustLargeMemory
    // What the locks forbid and no worker ever asks for.
    case connect, socket, execute, fork, trace
    // What the locks forbid, with an error. The job goes on.
    case open, create, writeElsewhere
    // What breaks the protocol.
    case garbage, unknownReport, answerTwice, answerForAnother, outsideRegion, hugeQuestion, manyQuestions, forgedHead
    // What is no result of the job.
    case fileResult, missingPart, handBack
    // What shows later: the worker never says again what it thinks of policies.
    case withholdVerdicts
    // No fault: the job begins a while after the worker has it, with the rest of the body.
    case late

    /// How a body begins that orders a fault.
    public static let mark = "FAULT "

    /// A body that orders the fault.
    public var order: String { Self.mark + rawValue + "\n" }

    /// The fault that a body orders.
    init?(_ body: SecureBytes) {
        let line = body.withUnsafeBytes { bytes in
            String(decoding: bytes.prefix(64).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        guard line.hasPrefix(Self.mark), let fault = Fault(rawValue: String(line.dropFirst(Self.mark.count))) else {
            return nil
        }
        self = fault
    }

    /// The name of the deed that the fault is, and what it is done to.
    private var deed: (name: String, path: String)? {
        switch self {
        case .segmentationFault: ("segmentation fault", "")
        case .busError: ("bus error", "")
        case .illegalInstruction: ("illegal instruction", "")
        case .abort: ("abort", "")
        case .division: ("division", "")
        case .stackOverflow: ("overflow a thread's stack", "")
        case .exhaustMemory: ("exhaust memory", "")
        case .connect: ("connect", "")
        case .socket: ("socket", "")
        case .execute: ("execve", "/bin/true")
        case .fork: ("fork", "")
        case .trace: ("ptrace", "")
        case .open: ("open", "/etc/passwd")
        case .create: ("create", "/tmp/snapveil-fault")
        default: nil
        }
    }

    /// Commits the fault, in the job of this number. It returns if the process survives it.
    func commit(in job: UInt64) {
        if let deed {
            _ = deed_do(deed.name, deed.path)
            return
        }
        switch self {
        case .trap: Self.trap(Int(getpid()))
        case .exit: Glibc.exit(0)
        case .spin: Self.spin()
        case .overwork:
            let time = ProcessorTime(.milliseconds(50))
            // The call of the last thread is the one that takes too long.
            let work = WorkContext(threads: { 2 })
            _ = try? work.map(2) { piece in
                if piece == 0 { usleep(400_000) } else { try time.spend(on: Self.spin) }
            }
        case .sleep: while true { Glibc.sleep(1000) }
        case .stop: raise(SIGSTOP)
        case .late: usleep(300_000)
        case .withholdVerdicts: break
        case .exhaustLargeMemory: Self.exhaustLargeMemory()
        case .writeElsewhere: for descriptor in Int32(4)..<1024 { _ = write(descriptor, "x", 1) }
        default: Forgery(self, job)?.send()
        }
    }

    private static func spin() {
        while true {}
    }

    /// Traps as Swift does: by an index that is out of range.
    @inline(never)
    private static func trap(_ index: Int) {
        let numbers = [1, 2, 3]
        print(numbers[index + 3])
    }

    /// Takes blocks until there are none, and traps as code does that cannot go on without.
    private static func exhaustLargeMemory() {
        var blocks: [SecureBytes] = []
        while true {
            guard var builder = try? SecureBytesBuilder(capacity: 64 << 20) else { break }
            try? builder.appendInPlace(minimum: 1) { room in
                if let address = room.baseAddress { memset(address, 1, room.count) }
                return room.count
            }
            blocks.append(builder.finish())
        }
    }
}
