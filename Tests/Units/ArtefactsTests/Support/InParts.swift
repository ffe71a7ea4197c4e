import BoundedWork
import SecureMemory
import Testing

@testable import Artefacts

/// An artefact whose entries are read a few at a time.
protocol Divided {
    var names: [String] { get }
    func entries(_ indices: [Int]) throws -> RunPart.Entries
}

struct DividedFolder: Divided {
    let files: [(name: String, contents: SecureBytes)]

    var names: [String] { files.map(\.name) }

    func entries(_ indices: [Int]) throws -> RunPart.Entries { .folder(try FolderPack(indices.map { files[$0] })) }
}

struct DividedArchive: Divided {
    let file: SecureBytes
    let index: ZipIndex

    var names: [String] { index.entries.map(\.name) }

    /// Reads the directory at the end of the file, of which `tail` bytes are known at first.
    init(_ file: SecureBytes, tail: Int = ZipIndex.Ends.tailByteCount, limits: ZipLimits = ZipLimits()) throws {
        let redactor = try ArtefactRedactor.ofTests(limits: limits)
        let ends = ZipIndex.Ends(
            byteCount: file.count,
            head: file[0..<min(ZipIndex.Ends.headByteCount, file.count)],
            tail: file[max(0, file.count - tail)..<file.count]
        )
        let answer = try redactor.answer(.index, ends.encoded())
        switch try ZipIndex.Reading(decoding: answer, byteCount: file.count) {
        case .read(let index): (self.file, self.index) = (file, index)
        case .needsTail(let byteCount): self = try Self(file, tail: byteCount, limits: limits)
        }
    }

    func archive(of indices: [Int]) throws -> SecureBytes {
        try index.archive(of: indices) { try $1.append(file[$0]) }
    }

    func entries(_ indices: [Int]) throws -> RunPart.Entries { .archive(try archive(of: indices)) }
}

extension ArtefactRedactor {
    /// Takes a step, with the secrets that are told and no others.
    func answer(
        _ step: ArtefactStep,
        _ question: SecureBytes,
        knowing told: ToldSecrets = ToldSecrets(),
        isCheck: Bool = false
    ) throws -> SecureBytes {
        try answer(step, question, isCheck: isCheck) { (budget) throws(BudgetFailure) in
            try SecretSearches(for: [], told, budget: &budget)
        }
    }

    /// What becomes of an artefact whose files are redacted one by one, but for those that have to be in one part.
    func redact(
        inParts artefact: some Divided,
        isCheck: Bool = false
    ) throws -> (files: [(name: String, contents: SecureBytes)], receipt: ArtefactReceipt, report: ArtefactReport) {
        let names = artefact.names
        let files = names.indices.filter { !names[$0].hasSuffix("/") }
        func parts(_ groups: [[Int]]) -> [[Int]] { RunPlan.parts(of: files, in: groups, limit: 0) { _ in 1 } }
        var told = ToldSecrets()
        for part in parts([]) {
            let answer = try answer(.survey, artefact.entries(part).encoded())
            try told.add(ToldSecrets(decoding: answer))
        }
        told = try ToldSecrets(decoding: told.encoded())
        let plan = try RunPlan(
            decoding: answer(.plan, RunPlan.question(on: names), knowing: told),
            count: names.count
        )
        var results: [Int: PartResult] = [:]
        for part in plan.isOfOnePart ? [files] : parts(plan.groups) {
            let question = try RunPart(
                artefact.entries(part),
                as: part.map { plan.names[$0] },
                isWhole: plan.isOfOnePart
            )
            let message = try answer(.redact, question.encoded(), knowing: told, isCheck: isCheck)
            for (index, result) in zip(part, try PartResult.results(decoding: message, count: part.count)) {
                results[index] = result
            }
        }
        guard !isCheck else {
            return (
                [], ArtefactReceipt(entries: []),
                ArtefactReport(entries: try files.flatMap { try results[$0]?.reports() ?? [] })
            )
        }
        var receipts = try results.mapValues { try $0.receipts() }
        var contents = try results.mapValues { try $0.contents.map(unpacked) }
        let noted = files.filter { results[$0]?.frames != nil }
        let question = FrameQuestion(noted.map { (names[$0], results[$0]?.frames ?? SecureBytes()) })
        let covers = try question.covers(decoding: answer(.frames, question.encoded(), knowing: told))
        for (number, places) in covers {
            let index = noted[number]
            let picture = CoverQuestion.Picture(
                name: plan.names[index].name,
                places: places,
                contents: try #require(contents[index] ?? nil)
            )
            let message = try answer(.cover, CoverQuestion([picture]).encoded(), knowing: told)
            switch try CoverQuestion.answers(decoding: message, count: 1)[0] {
            case .covered(let covered):
                contents[index] = try unpacked(covered)
                let receipt = try #require(receipts[index])
                receipts[index] = [receipt[0].redacted] + receipt.dropFirst()
            case .dropped(let reason):
                contents[index] = .some(nil)
                receipts[index] = [ArtefactReceipt.Entry(leftOut: picture.name, reason)]
            }
        }
        let kept = names.indices.compactMap { index in
            files.contains(index)
                ? contents[index].flatMap { $0 }.map { (name: results[index]?.name ?? "", contents: $0) }
                : (plan.names[index].name, SecureBytes())
        }
        return (kept, ArtefactReceipt(entries: files.flatMap { receipts[$0] ?? [] }), ArtefactReport(entries: []))
    }

    private func unpacked(_ packed: PackedContents) throws -> SecureBytes {
        var writer = ZipWriter()
        try writer.append("a", packed.source)
        return try ZipArchive(opening: writer.finish()).unpacked()[0].contents
    }
}
