import BoundedWork
import Detection
import Samples
import SecureMemory
import Synchronization
import Testing

@testable import Redaction

@Suite("Threads share the work of looking for targets")
struct LookingThreadTests {
    private static let detector = Result { try Detector(models: Models.directory) }

    private func redact(_ snapshot: SecureBytes, threads: Int) throws -> Redactor.Result {
        let policy = try Policy(
            parsing: SecureBytes(
                copying: ##"""
                    {"rules": [
                        {"target": {"text": "sensitive"}, "style": {"fill": {"color": "#000"}}},
                        {"target": {"text": "unread"}, "style": {"fill": {"color": "#111"}}},
                        {"target": {"faces": "whole"}, "style": {"fill": {"color": "#222"}}},
                        {"target": {"codes": "all"}, "style": {"fill": {"color": "#333"}}}
                    ]}
                    """##.utf8
            )
        )
        let request = RedactionRequest(snapshot, policy: policy)
        return try Redactor(detector: Self.detector.get()).redact(request, work: WorkContext(threads: { threads }))
    }

    private func expectSame(_ snapshot: SecureBytes) throws {
        let alone = try redact(snapshot, threads: 1)
        for threads in [2, 5] {
            let shared = try redact(snapshot, threads: threads)
            #expect(shared.image == alone.image, "\(threads) threads")
            #expect(shared.receipt.covered == alone.receipt.covered)
            #expect(shared.receipt.warnings == alone.receipt.warnings)
        }
    }

    @Test("any number of threads finds the same", arguments: Sample.allCases)
    func samples(sample: Sample) throws {
        try expectSame(sample.picture("png"))
    }

    @Test("any number of threads reads the same of several scripts")
    func scripts() throws {
        let screen = try DrawnScreen.png([
            "رقم الهاتف المحمول", "الرقم السري: 471193", "Номер банковской карты", "비밀번호를 잊으셨나요?", "メールアドレスを入力",
            "パスワードを変更する", "หมายเลขโทรศัพท์", "Account settings", "პაროლი", "電話番号 +81 90 1234 5678",
        ])
        try expectSame(screen)
        #expect(try redact(screen, threads: 2).receipt.covered.contains { $0.kind == "pin" })
    }
}
