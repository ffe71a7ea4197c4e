import BinaryCoding
import Claims
import SecureMemory

@testable import Containment

/// The entry that libFuzzer calls with an input: a packet of a worker.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let packet = try? SecureBytes(copying: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    do throws(BinaryError) {
        let report = try Report(decoding: packet)
        claim((try? report.encoded()) == packet, "a report has one form")
        if case .done(_, let content, .inline(let body)) = report {
            claim(content.count + body.count < packet.count, "nothing comes that was not sent")
        }
    } catch {
        claim((0...packet.count).contains(error.offset), "an error is somewhere in the packet")
        claimIsMessage("\(error)")
    }
    return 0
}
