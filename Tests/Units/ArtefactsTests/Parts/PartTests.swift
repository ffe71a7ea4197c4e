import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts

@Suite("Artefacts part by part")
struct PartTests {
    private static let png = "\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) } + [0, 0, 0]

    private func archive(_ files: [(String, String)]) throws -> SecureBytes {
        try packed(files.map { ($0.0, try SecureBytes($0.1)) })
    }

    /// Expects the same of an artefact in parts as of all of it at once.
    private func expectSame(_ redactor: ArtefactRedactor, _ artefact: SecureBytes) throws {
        let (whole, receipt) = try redactor.redact(artefact)
        let (files, receiptInParts, _) = try redactor.redact(inParts: DividedArchive(artefact))
        let expected = try ZipArchive(opening: whole).unpacked()
        #expect(files.map(\.name) == expected.map(\.name))
        #expect(files.map(\.contents.text) == expected.map(\.contents.text))
        #expect(receiptInParts == receipt)
        let report = try redactor.redact(inParts: DividedArchive(artefact), isCheck: true).report
        #expect(try report == redactor.check(artefact))
    }

    @Test("what one part tells goes from all, also from those before it, and from names")
    func told() throws {
        let archive = try archive([
            ("a flaming9z.log", "typed flaming9z\n"), ("logs/", ""), ("logs/a [secret].log", "nothing"),
            ("t.json", ##"{"password":"flaming9z"}"##), ("run.webm", "\u{1A}\u{45}\u{0}"),
            ("in.zip", String(decoding: try self.archive([("b", "flaming9z")]).array, as: Unicode.ASCII.self)),
        ])
        try expectSame(.ofTests(), archive)
        let files = try ArtefactRedactor.ofTests().redact(inParts: DividedArchive(archive)).files
        #expect(files.map(\.name).prefix(3) == ["a [secret].log", "logs/", "logs/a [secret].log"])
        #expect(files[0].contents.text == "typed [secret]\n")
    }

    @Test("frames are covered by what traces and frames in other parts tell of them")
    func frames() throws {
        let value = try #require(Places.Place(columns: 0.1...0.5, rows: 0.1...0.2))
        let part = try #require(Places.Place(columns: 0.1...0.2, rows: 0.12...0.2))
        let texts: [UInt8: SeenText] = [
            1: SeenText(lines: [part]), 2: SeenText(lines: [value], values: [value]), 3: SeenText(lines: [part]),
        ]
        let lines =
            [#"{"type":"context-options","version":10}"#]
            + (1...3).map {
                #"{"type":"screencast-frame","pageId":"p","file":"\#($0).png","width":200,"height":100,"timestamp":\#($0)000}"#
            } + [
                ##"{"type":"before","callId":"c","startTime":2600,"params":{"selector":"#password","value":"x1"}}"##,
                #"{"type":"input","callId":"c","box":{"x":20,"y":50,"width":100,"height":20}}"#,
            ]
        let frames = try (1...3).map { ("run/\($0).png", try SecureBytes(copying: Self.png + [UInt8($0)])) }
        let trace = try SecureBytes(lines.map { $0 + "\n" }.joined())
        let artefact = try packed([("run/trace.trace", trace)] + frames)
        let redactor = ArtefactRedactor(TextRules(), PicturesOfTests(texts: texts))
        try expectSame(redactor, artefact)
        let files = try redactor.redact(inParts: DividedArchive(artefact)).files
        #expect(files[1].contents.text.hasPrefix("PICTURE [["), "it is covered for what another shows")
    }

    @Test("a picture that cannot be covered is left out, or the artefact is refused")
    func broken() throws {
        let picture = try CoverQuestion.Picture(
            name: "a.png",
            places: CoverQuestion.encoded(places: [.whole]),
            contents: SecureBytes("PICTURE")
        )
        for unknown in [ArtefactRedactor.Unknown.drop, .fail] {
            let redactor = ArtefactRedactor(
                TextRules(),
                PicturesOfTests(isBroken: true),
                foreign: ArtefactRedactor.Foreign(unknown: unknown)
            )
            let question = try CoverQuestion([picture]).encoded()
            guard unknown == .drop else {
                #expect(throws: ContentFailure.refused(#""a.png": it is broken"#)) {
                    try redactor.answer(.cover, question)
                }
                continue
            }
            let answer = try redactor.answer(.cover, question)
            guard case .dropped("it is broken") = try CoverQuestion.answers(decoding: answer, count: 1)[0] else {
                Issue.record("it was not left out")
                continue
            }
        }
    }

    @Test("a page source is in the part of the pictures that it lies beside")
    func sources() throws {
        let picture = try SecureBytes(copying: Self.png)
        let source = try SecureBytes("<a>text of the app</a>")
        let artefact = try packed([
            ("a.xml", source), ("z", source), ("a.png", picture), ("a.jpg", picture), ("b.png", picture),
        ])
        let redactor = ArtefactRedactor(TextRules(), PicturesOfTests(takesSources: true))
        try expectSame(redactor, artefact)
        #expect(SourcesBeside(["a.xml", "z", "a.png", "a.jpg", "b.png"]).groups == [[0, 2, 3]])
    }

    @Test("parts are as large as they may be, and a group is in one of them")
    func division() {
        let sizes = [5, 1, 1, 9, 2, 2, 30, 1]
        let parts = RunPlan.parts(of: [0, 1, 2, 3, 4, 6, 7], in: [[1, 7]], limit: 10) { sizes[$0] }
        #expect(parts == [[1, 7, 0, 2], [3], [4], [6]])
        #expect(RunPlan.parts(of: [], in: [], limit: 10) { sizes[$0] } == [])
    }

    @Test("secrets that are too many for the search are refused once they are together")
    func overfull() throws {
        let secret = try SecureBytes(String(repeating: "k", count: 4000))
        var told = ToldSecrets()
        #expect(throws: ContentFailure.self) {
            for number in 0..<1000 {
                var part = ToldSecrets()
                part.append(try SecureBytes("\(number)\(secret.text)"))
                try told.add(part)
            }
        }
        #expect(told.values.count < 300)
    }

    @Test("a message of anybody ends in an answer or in an error")
    func hostile() throws {
        let artefact = try archive([("a.log", "typed flaming9z\n"), ("t.json", ##"{"password":"flaming9z"}"##)])
        let divided = try DividedArchive(artefact)
        let redactor = try ArtefactRedactor.ofTests()
        let ends = ZipIndex.Ends(byteCount: artefact.count, head: artefact[0..<4], tail: artefact)
        let names = [EntryName(name: "a", marks: []), EntryName(name: "b", marks: ["x"])]
        let picture = try CoverQuestion.Picture(
            name: "a",
            places: CoverQuestion.encoded(places: [.whole]),
            contents: SecureBytes("P")
        )
        let questions: [(ArtefactStep, SecureBytes)] = try [
            (.index, ends.encoded()), (.survey, divided.entries([0, 1]).encoded()),
            (.plan, RunPlan.question(on: divided.names)),
            (.redact, RunPart(divided.entries([0, 1]), as: names, isWhole: true).encoded()),
            (
                .frames,
                FrameQuestion([
                    ("a", FrameNotes(decoding: SecureBytes(copying: [UInt8](repeating: 0, count: 9))).encoded())
                ]).encoded()
            ),
            (.cover, CoverQuestion([picture]).encoded()),
        ]
        #expect(Set(questions.map(\.0)) == Set(ArtefactStep.allCases))
        var noise = SeededGenerator(seed: 7)
        for (step, question) in questions {
            let answer = try redactor.answer(step, question)
            for _ in 0..<500 {
                let message = try SecureBytes(copying: changed(question.array, &noise))
                _ = try? redactor.answer(step, message)
                read(try SecureBytes(copying: changed(answer.array, &noise)), of: step, artefact.count)
            }
        }
    }

    private func changed(_ message: [UInt8], _ noise: inout SeededGenerator) -> [UInt8] {
        var changed = message
        for _ in 0..<Int.random(in: 1...4, using: &noise) where !changed.isEmpty {
            changed[Int.random(in: changed.indices, using: &noise)] = .random(in: .min ... .max, using: &noise)
        }
        return Int.random(in: 0..<8, using: &noise) == 0 ? Array(changed.dropLast(changed.count / 3)) : changed
    }

    private func read(_ answer: SecureBytes, of step: ArtefactStep, _ byteCount: Int) {
        switch step {
        case .index:
            guard case .read(let index)? = try? ZipIndex.Reading(decoding: answer, byteCount: byteCount) else { return }
            for entry in index.entries { #expect(0 <= entry.place.lowerBound && entry.place.upperBound <= byteCount) }
            _ = try? index.archive(of: Array(index.entries.indices)) { _, _ in }
        case .survey: _ = try? ToldSecrets(decoding: answer)
        case .plan:
            guard let plan = try? RunPlan(decoding: answer, count: 2) else { return }
            #expect(plan.names.count == 2 && plan.groups.joined().allSatisfy { 0..<2 ~= $0 })
        case .redact:
            for result in (try? PartResult.results(decoding: answer, count: 2)) ?? [] {
                _ = try? result.receipts()
                var writer = ZipWriter()
                if let contents = result.contents { try? writer.append(result.name, contents.source) }
                _ = try? writer.finish()
            }
        case .frames: _ = try? FrameQuestion([("a", SecureBytes())]).covers(decoding: answer)
        case .cover: _ = try? CoverQuestion.answers(decoding: answer, count: 1)
        }
    }
}
