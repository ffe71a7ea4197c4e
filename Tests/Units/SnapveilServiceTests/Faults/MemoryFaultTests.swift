import AllocationFaults
import CAllocationFaults
import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import SnapveilService

@Suite(
    "A request that there is no memory for is told to come back, and gets no pixel",
    .serialized,
    .enabled(if: AllocationFaults.areAvailable)
)
struct MemoryFaultTests {
    @Test(
        "whichever allocation fails while a request is worked on, the reply is a 503, and the next request is served",
        arguments: RequestForm.allCases,
        ["image/png", "image/jpeg", "application/json", "multipart/mixed"]
    )
    func everyAllocation(form: RequestForm, accept: String) async throws {
        let snapshot = try Snapshots.noise(.png)
        let traces = try Traces(of: snapshot)
        var (path, fields, body) = try form.request(snapshot)
        fields[.accept] = accept
        let client = Client()
        let whole = try await client.send(.post, path, fields, body: body)
        #expect(whole.status == 200)
        for duration in AllocationFaults.Duration.allCases {
            var failures = 0
            while true {
                let (result, count) = await AllocationFaults.inject(at: failures, for: duration) {
                    await client.result(path, fields, body)
                }
                let reply = try result.get()
                if reply.status == 200 {
                    #expect(duration == .once || count.failed == 0)
                    #expect(reply.body == whole.body, "allocation \(failures)")
                    #expect(reply.fields[.snapveilReceipt] == whole.fields[.snapveilReceipt])
                } else {
                    #expect(reply.status == 503, "allocation \(failures): \(reply.body.text)")
                    #expect(reply.fields[.retryAfter] == "1")
                    reply.expectRefusal(without: traces)
                }
                guard count.failed > 0 else { break }
                failures += 1
                #expect(try await client.send(.post, path, fields, body: body).body == whole.body)
            }
            #expect(failures > 8)
        }
    }
}

extension Client {
    fileprivate func result(
        _ path: String,
        _ fields: HTTPFields,
        _ body: SecureBytes
    ) async -> Result<Reply, any Error> {
        do {
            return .success(try await send(.post, path, fields, body: body))
        } catch {
            return .failure(error)
        }
    }
}
