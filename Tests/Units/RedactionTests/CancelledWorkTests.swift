import BoundedWork
import ImageCore
import SecureMemory
import Testing

@testable import ImageFixtures
@testable import Redaction

@Suite("What was made for nobody is kept for nobody")
struct CancelledWorkTests {
    private let snapshot: SecureBytes
    /// Work that is called off as soon as it asks for threads, which is after it has begun.
    private let work: WorkContext

    init() throws {
        snapshot = try SecureBytes(copying: ChunkedPNG(holding: .noise(60, 40, channels: 3, seed: 1)).bytes)
        let cancellation = Cancellation()
        work = WorkContext(cancellation: cancellation) {
            cancellation.cancel()
            return 1
        }
    }

    @Test("a cover is not kept ready")
    func cover() throws {
        let covers = CoverCache()
        let policy = try Policy(rules: [.init(.screen, .fill(.black))])
        #expect(throws: RedactionError.cancelled) {
            try Redactor(covers: covers).redact(RedactionRequest(snapshot, policy: policy), work: work)
        }
        let image = try Redactor(covers: covers).redact(RedactionRequest(snapshot, policy: policy)).image
        #expect(image == (try Redactor().redact(RedactionRequest(snapshot, policy: policy)).image))
    }

    @Test("an overlay is not kept ready")
    func overlay() throws {
        let asset = try SecureBytes(copying: ChunkedPNG(holding: .noise(23, 17, channels: 4, seed: 2)).bytes)
        let store = AssetStore(["a": try StoredAsset(asset)])
        let policy = try Policy(rules: [.init(.screen, .image(.init(asset: "a")))])
        #expect(throws: RedactionError.cancelled) {
            try Redactor().redact(RedactionRequest(snapshot, policy: policy, store: store), work: work)
        }
        #expect(store.overlays.sizes.isEmpty)
        _ = try Redactor().redact(RedactionRequest(snapshot, policy: policy, store: store))
        #expect(store.overlays.sizes.count == 1)
    }
}
