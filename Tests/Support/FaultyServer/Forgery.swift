import BinaryCoding
import CContainment
import Containment
import Glibc
import RedactionJobs
import SecureMemory

/// Packets that no worker sends.
struct Forgery {
    private let packets: [SecureBytes]

    /// The packets of a fault, for the job of this number; nil if the fault has none.
    init?(_ fault: Fault, _ number: UInt64) {
        let nothing = SecureBytes()
        switch fault {
        case .garbage: packets = Self.bytes([0xFF, 0, 1, 2, 3])
        case .unknownReport: packets = Self.bytes([250])
        case .answerForAnother:
            packets = Self.reports([.done(number + 1, content: nothing, .inline(nothing))])
        case .outsideRegion:
            packets = Self.reports([
                .done(number, content: nothing, .region(offset: .max - 5, count: 10))
            ])
        case .hugeQuestion: packets = Self.reports([.question(number, byteCount: .max)])
        case .manyQuestions:
            packets = Self.reports(Array(repeating: .question(number, byteCount: 1), count: 100))
        case .forgedHead: packets = Self.reports([.done(number, content: Self.head, .inline(nothing))])
        case .fileResult: packets = Self.result(.refused("no"), number)
        case .missingPart: packets = Self.result(.done(RedactedParts()), number)
        case .handBack: packets = Self.result(.handedBack, number)
        default: return nil
        }
    }

    private static func result(_ outcome: WorkResult.Outcome, _ number: UInt64) -> [SecureBytes] {
        guard let result = try? WorkResult(outcome).encoded() else { return [] }
        return reports([.done(number, content: result.content, .inline(result.body))])
    }

    /// The answer of the job, which it will give itself, too.
    init(repeating result: JobResult, _ number: UInt64) {
        packets = Self.reports([.done(number, content: result.content, .inline(result.body))])
    }

    /// `302 Found` with a field that there is none of.
    private static var head: SecureBytes {
        var writer = BinaryWriter()
        writer.write(302)
        writer.write(array: [200]) { writer, number in
            writer.write(number)
            writer.write("https://example.org")
        }
        return (try? writer.finish()) ?? SecureBytes()
    }

    private static func reports(_ reports: [Report]) -> [SecureBytes] {
        reports.compactMap { try? $0.encoded() }
    }

    private static func bytes(_ bytes: [UInt8]) -> [SecureBytes] {
        (try? SecureBytes(copying: bytes)).map { [$0] } ?? []
    }

    func send() {
        for packet in packets {
            _ = packet.withUnsafeBytes {
                containment_send(CONTAINMENT_WORKER_SOCKET, $0.baseAddress, $0.count, nil, 0, 0)
            }
        }
    }
}
