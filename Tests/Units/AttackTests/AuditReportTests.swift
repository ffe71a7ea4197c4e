import Redaction
import Testing

@testable import SnapveilAttack

@Suite("A report passes only if the attacks work and the erased styles withstand them")
struct AuditReportTests {
    private func report(
        recovered: Double = 1,
        naiveOutputs: Int = 1000,
        erasedOutputs: Int = 1,
        repeatedOutputs: Int = 1
    ) throws -> AuditReport {
        let scene = try Scene(.inter, textSize: 20, ink: .black)
        let found = Int(recovered * 100)
        let targets = (0..<100).map { Code($0, length: 6) }
        let guesses = targets.map { $0.value < found ? $0 : Code(999_999, length: 6) }
        let recovery = Recovery(targets: targets, guesses: guesses, rankedBits: 0)
        func row(_ cover: String, _ outputs: Int) -> Enumeration.Row {
            Enumeration.Row(cover: cover, format: .png, ink: .black, codes: 1000, distinctOutputs: outputs)
        }
        return AuditReport(
            controls: Strength.controls.map { RecoveryRow(scene: scene, strength: $0, recovery: recovery) },
            recoveries: [],
            dictionaries: [],
            naiveMasks: [row("naive mask", naiveOutputs)],
            enumerations: [row("fill", erasedOutputs)],
            repetitions: [Repetition.Row(style: "fill", requests: 50, distinctOutputs: repeatedOutputs)]
        )
    }

    @Test("with all as it has to be it passes")
    func passes() throws {
        #expect(try report().passes)
        #expect(try report(recovered: 0.95).markdown.hasSuffix("\n\nPASS"))
    }

    @Test("an attack too weak for the controls fails")
    func weakAttack() throws {
        let report = try report(recovered: 0.94)
        #expect(report.failures.count == 2)
        #expect(report.markdown.hasSuffix("\n\nFAIL"))
    }

    @Test("a blind enumeration, a leaking style and changing answers each fail")
    func gates() throws {
        #expect(try report(naiveOutputs: 1).failures.count == 1)
        #expect(try report(erasedOutputs: 2).failures.count == 1)
        #expect(try report(repeatedOutputs: 2).failures.count == 1)
    }

    @Test("the controls fail where the attacker learns next to nothing")
    func weakenedAttack() throws {
        let channel = SyntheticChannel(codeLength: 3, samples: 60, gain: 12, noise: 1.5)
        func share(training: Int) throws -> Double {
            try LinearAttack(codeLength: 3, training: training, calibration: 2, targets: 8, trials: 1, seed: 6)
                .run(through: channel.observation).codeShare
        }
        #expect(try report(recovered: share(training: 100)).passes)
        #expect(try !report(recovered: share(training: 3)).passes)
    }
}
