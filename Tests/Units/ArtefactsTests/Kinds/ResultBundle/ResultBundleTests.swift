import BoundedWork
import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Result bundles of Xcode")
struct ResultBundleTests {
    private typealias Files = [(String, SecureBytes)]

    /// A bundle with a record that refers to a picture, a log and a video, and a log that refers to nothing.
    private struct Bundle {
        var files: Files = []
        private(set) var numbers: [String: ObjectNumber] = [:]
        private let directory: String

        init(in directory: String = "Run.xcresult/") throws {
            self.directory = directory
            try add("picture", [137, 80, 78, 71, 13, 10, 26, 10, 1])
            try add("video", [0x1A, 0x45, 0xDF, 0xA3, 1])
            try add("log", Array("Type 'flaming9z' into SecureTextField\n".utf8), isPacked: true)
            try add("plain", Array("nothing to see".utf8))
            let names = ["picture", "video", "log", "plain"]
            let ids = try names.map { try text(of: $0) }
            let members = ids.enumerated().map { "K1:\($0)[S9:ReferenceK2:id[S6:StringK2:_vV90:\($1)]]" }.joined()
            let record = "[T[K2:_nV6:Record]\(members)K5:titleV17:typed flaming9z !]"
            try add("record", Array(record.utf8), referringTo: names, isPacked: true)
            files.append(
                ("\(directory)Info.plist", try SecureBytes("<plist><string>\(text(of: "record"))</string></plist>"))
            )
            files.append(("\(directory)database.sqlite3", try SecureBytes(copying: Array("SQLite format 3\0".utf8))))
        }

        func text(of name: String) throws -> String {
            try #require(numbers[name]).text()
        }

        mutating func add(_ name: String, _ bytes: [UInt8], referringTo names: [String] = [], isPacked: Bool = false)
            throws
        {
            var budget = WorkBudget(limit: .max)
            let plain = try SecureBytes(copying: bytes)
            let data = isPacked ? try ZstandardFile.packed(plain, Cancellation()) : plain
            let references = try names.map { try #require(numbers[$0]) }
            numbers[name] = try ObjectNumber(of: data, referringTo: references, budget: &budget)
            let file = try SecureBytes(copying: ObjectReferences.written(references))
            files += [
                ("\(directory)Data/data.\(try text(of: name))", data),
                ("\(directory)Data/refs.\(try text(of: name))", file),
            ]
        }
    }

    /// The files by their names, after it was checked that each object is called by what is in it, and that all that is referred to is
    /// there.
    private func contents(of files: Files, in directory: String = "Run.xcresult/") throws -> [String: SecureBytes] {
        let contents = Dictionary(files) { first, _ in first }
        var budget = WorkBudget(limit: .max)
        for (name, data) in contents where name.hasPrefix("\(directory)Data/data.") {
            let file = try #require(contents[name.replacing("Data/data.", with: "Data/refs.")])
            let references = try #require(file.withUnsafeBytes { ObjectReferences.read($0) })
            let number = try ObjectNumber(of: data, referringTo: references, budget: &budget)
            #expect(name == "\(directory)Data/data.\(try number.text())")
            for other in references {
                #expect(contents["\(directory)Data/data.\(try other.text())"] != nil)
            }
        }
        return contents
    }

    private func unpacked(_ data: SecureBytes) throws -> String {
        var budget = WorkBudget(limit: .max)
        guard let form = data.withUnsafeBytes({ PackedFile.form(of: $0) }) else { return data.text }
        return try PackedFile(data, form, ZipLimits(), budget: &budget).contents.text
    }

    private func redacted(_ files: Files) throws -> (files: Files, receipt: ArtefactReceipt) {
        let (redacted, receipt, _) = try ArtefactRedactor.ofTests().redact(inParts: DividedFolder(files: files))
        return (redacted, receipt)
    }

    @Test(
        "objects are called by what is in them, up to the first one, which Info.plist names",
        arguments: ["Run.xcresult/", ""]
    )
    func renumbered(directory: String) throws {
        let bundle = try Bundle(in: directory)
        _ = try contents(of: bundle.files, in: directory)
        let (files, receipt) = try redacted(bundle.files)
        let contents = try contents(of: files, in: directory)
        let info = try #require(contents["\(directory)Info.plist"]).text
        let root = try #require(info.firstMatch(of: #/0~[^<]*/#)).output
        #expect(try String(root) != bundle.text(of: "record"))
        let record = try unpacked(#require(contents["\(directory)Data/data.\(root)"]))
        #expect(record.contains("titleV"))
        for old in ["picture", "video", "log"] { #expect(try !record.contains(bundle.text(of: old))) }
        #expect(try record.contains(bundle.text(of: "plain")))
        for (_, data) in contents { #expect(try !unpacked(data).contains("flaming9z")) }
        #expect(contents.values.contains { $0.text == "PICTURE" })
        #expect(contents.values.contains { $0.isEmpty }, "an empty object stands for the video")
        #expect(contents["\(directory)database.sqlite3"] == nil)
        let dropped = receipt.entries.filter { $0.outcome == .dropped }.compactMap(\.name)
        #expect(dropped.count == 2 && dropped.contains("\(directory)database.sqlite3"))
        #expect(Set(receipt.entries.filter { $0.outcome != .dropped }.compactMap(\.name)).isSubset(of: contents.keys))
        #expect(receipt.entries.first { $0.name == "\(directory)Info.plist" }?.outcome == .redacted)
    }

    @Test("a bundle is the same in a zip archive, and one in which nothing is found stays")
    func archives() throws {
        let (safe, _) = try ArtefactRedactor.ofTests().redact(packed(Bundle().files))
        let contents = try contents(of: ZipArchive(opening: safe).unpacked().map { ($0.name, $0.contents) })
        #expect(contents.values.contains { $0.text == "PICTURE" })
        var budget = WorkBudget(limit: .max)
        let number = try ObjectNumber(of: SecureBytes("log"), referringTo: [], budget: &budget)
        let text = try number.text()
        let harmless = try [
            ("Info.plist", SecureBytes("<plist><string>\(text)</string></plist>")),
            ("Data/data.\(text)", SecureBytes("log")),
            ("Data/refs.\(text)", SecureBytes(copying: [0])),
        ]
        let (files, receipt) = try redacted(harmless)
        #expect(files.map(\.0) == harmless.map(\.0) && files.map(\.1) == harmless.map(\.1))
        #expect(receipt.entries.allSatisfy { $0.outcome == .kept })
    }

    @Test("two objects that have become the same are one")
    func same() throws {
        var bundle = try Bundle()
        try bundle.add("other video", [0x1A, 0x45, 0xDF, 0xA3, 2])
        let (files, receipt) = try redacted(bundle.files)
        let empty = try contents(of: files).filter { $0.value.isEmpty }
        #expect(empty.count == 1 && Set(files.map(\.0)).count == files.count)
        #expect(receipt.entries.count { $0.outcome == .dropped } == 3)
    }

    @Test("references that are none are left out, and a circle of them is refused")
    func refused() throws {
        var bundle = try Bundle()
        let index = try #require(bundle.files.firstIndex { $0.0.contains("refs.") })
        bundle.files[index].1 = try SecureBytes("flaming9z")
        let (files, _) = try redacted(bundle.files)
        #expect(!files.contains { $0.1.text == "flaming9z" })
        let numbers = [1, 2].map { ObjectNumber(digest: [UInt8](repeating: $0, count: 64)) }
        var circle: Files = [("Info.plist", try SecureBytes("<plist/>"))]
        for (number, other) in zip(numbers, numbers.reversed()) {
            let text = try number.text()
            circle.append(("Data/data.\(text)", try SecureBytes("b@mail.example")))
            circle.append(("Data/refs.\(text)", try SecureBytes(copying: ObjectReferences.written([other]))))
        }
        #expect(throws: ContentFailure.refused("the objects of a result bundle refer to each other in a circle")) {
            try redacted(circle)
        }
    }
}
