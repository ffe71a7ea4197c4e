import Artefacts
import BoundedWork
import Containment
import Foundation
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import SchemaChecks
import SecureMemory
import Testing

@testable import RedactionJobs
@testable import SnapveilService

@Suite("POST /v1/sanitize takes what a test run leaves behind")
struct ArtefactTests {
    private static let path = "/v1/sanitize?style=fill&color=%23000&region=10,10,20,10"
    private static let webm: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0]
    private static let log = "mail b@mail.example\n"

    private static func packed(_ entries: [(String, SecureBytes)]) throws -> SecureBytes {
        var writer = ZipWriter()
        for (name, contents) in entries { try writer.append(name, contents) }
        return try writer.finish()
    }

    private static func run(_ format: ImageFormat = .png) throws -> SecureBytes {
        try packed([("shot", Snapshots.file(format)), ("a.log", SecureBytes(log))])
    }

    private static func contents(of archive: SecureBytes) throws -> [String: SecureBytes] {
        let zip = try ZipArchive(opening: archive)
        var budget = WorkBudget(limit: .max)
        var contents: [String: SecureBytes] = [:]
        for entry in zip.entries { contents[entry.name] = try zip.contents(of: entry, &budget) }
        return contents
    }

    private func send(
        _ query: String,
        _ fields: HTTPFields,
        _ body: SecureBytes,
        to client: Client = Client()
    ) async throws -> Reply {
        try await client.send(.post, Self.path + query, fields, body: body)
    }

    private func send(_ fields: HTTPFields, _ body: SecureBytes, to client: Client = Client()) async throws -> Reply {
        try await send("", fields, body, to: client)
    }

    // MARK: - Archives

    @Test(
        "an archive comes back with its pictures covered and its texts redacted",
        arguments: [ImageFormat.png, .jpeg]
    )
    func archive(_ format: ImageFormat) async throws {
        let reply = try await send([.contentType: "application/x-zip-compressed"], Self.run(format))
        #expect(reply.status == 200)
        #expect(reply.fields[.contentType] == "application/zip")
        #expect(reply.fields[.cacheControl] == "no-store")
        #expect(reply.fields[.snapveilReceipt] == #"{"dropped":0,"kept":0,"redacted":2}"#)
        let contents = try Self.contents(of: reply.body)
        #expect(contents["a.log"]?.text == "mail [email]\n")
        let picture = try DecodedImage(decoding: #require(contents["shot"]))
        #expect(picture.format == format)
        let pixels = picture.takePixels()
        #expect(pixels.samples(x: 20, y: 15).allSatisfy { $0 < 3 })
        #expect(pixels.samples(x: 39, y: 29).allSatisfy { $0 > 250 })
    }

    @Test("the three upload forms give the same archive")
    func forms() async throws {
        let archive = try Self.run()
        let form = Form(parts: [("image", archive.array)])
        let json: HTTPFields = [.contentType: "application/json"]
        let raw = try await send([:], archive)
        #expect(raw.status == 200)
        #expect(try await send(form.fields, form.body).body == raw.body)
        #expect(try await send(json, SecureBytes(#"{"image":"\#(archive.base64)"}"#)).body == raw.body)
    }

    @Test("a JSON reply has the archive and the receipt by entry, as described")
    func jsonReply() async throws {
        let archive = try Self.packed([("a.log", SecureBytes(Self.log)), ("run.webm", SecureBytes(copying: Self.webm))])
        let file = try await send([:], archive)
        let reply = try await send([.accept: "application/json"], archive)
        #expect(reply.fields[.contentType] == "application/json")
        #expect((reply.json["artefact"] as? [String: Any])?["type"] as? String == "application/zip")
        #expect((reply.json["artefact"] as? [String: Any])?["data"] as? String == file.body.base64)
        let data = try JSONSerialization.data(withJSONObject: #require(reply.json["receipt"]))
        let receipt = try JSONDecoder().decode(ArtefactReceipt.self, from: data)
        #expect(receipt.entries.map(\.name) == ["a.log", "run.webm"])
        #expect(receipt.entries.map(\.outcome) == [.redacted, .dropped])
        #expect(receipt.entries.map(\.values) == [["email": 1], [:]])
        let checks = SchemaChecks(APIDescription.document)
        #expect(try checks.faults(in: reply.body.text, reference: "#/components/schemas/SanitizedArtefact") == [])
        let brief = try #require(reply.fields[.snapveilReceipt])
        #expect(try checks.faults(in: brief, reference: "#/components/schemas/ArtefactReceiptInBrief") == [])
        #expect(brief == #"{"dropped":1,"kept":0,"redacted":1}"#)
    }

    @Test("a multipart reply has the archive and the receipt, and a boundary that stands in neither")
    func multipartReply() async throws {
        let accept: HTTPFields = [.accept: "multipart/mixed"]
        func boundary(_ reply: Reply) throws -> String {
            String(try #require(reply.fields[.contentType]?.split(separator: "boundary=").last))
        }
        let line = try boundary(await send(accept, Self.run()))
        let hostile = try Self.packed([("a.log", SecureBytes("\r\n--\(line)\r\n")), (line, SecureBytes("fine"))])
        let file = try await send([:], hostile)
        let reply = try await send(accept, hostile)
        #expect(reply.status == 200)
        let end = "--\(try boundary(reply))"
        let text = String(decoding: reply.body.array, as: UTF8.self)
        #expect(text.components(separatedBy: end).count == 4)
        #expect(text.contains("name=\"artefact\"") && text.contains("name=\"receipt\""))
        #expect(Data(reply.body.array).range(of: Data(file.body.array)) != nil)
    }

    @Test("a file that is not understood is dropped, kept or an error that names it")
    func unknown() async throws {
        let report = Array("%PDF\0".utf8)
        let archive = try Self.packed([
            ("a.txt", SecureBytes("fine")), ("a.pdf", SecureBytes(copying: report)),
            ("run.webm", SecureBytes(copying: Self.webm)),
        ])
        for query in ["", "&unknown=drop"] {
            #expect(try await Self.contents(of: send(query, [:], archive).body).keys.sorted() == ["a.txt"])
        }
        let kept = try await Self.contents(of: send("&unknown=keep", [:], archive).body)
        #expect(kept["a.pdf"]?.array == report && kept["run.webm"] == nil)
        let failed = try await send("&unknown=fail", [:], archive)
        #expect(failed.status == 422 && failed.problem == "artefact-refused")
        #expect((failed.json["detail"] as? String)?.contains("\"a.pdf\": it is a PDF") == true)
        #expect(try await send("&unknown=maybe", [:], archive).problem == "parameter-invalid")
        #expect(try await send("&unknown=fail", [:], Snapshots.file(.png)).status == 200)
    }

    @Test("pictures of a policy that names elements need their page sources in the archive")
    func pageSources() async throws {
        let policy = ##"{"rules":[{"target":{"elements":"sensitive"},"style":{"fill":{"color":"#000"}}}]}"##
        let form = Form(parts: [("image", try Self.run().array), ("policy", Array(policy.utf8))])
        let reply = try await Client().send(.post, "/v1/sanitize", form.fields, body: form.body)
        #expect(try Self.contents(of: reply.body).keys.sorted() == ["a.log"])
    }

    // MARK: - Texts

    @Test(
        "a text comes back as text, if its media type says that it is one",
        arguments: ["text/plain", "text/html; charset=utf-8", "application/octet-stream", "application/x-ndjson"]
    )
    func text(_ type: String) async throws {
        let reply = try await send([.contentType: type], SecureBytes(Self.log))
        #expect(reply.status == 200)
        #expect(reply.fields[.contentType] == "text/plain; charset=utf-8")
        #expect(reply.fields[.xContentTypeOptions] == "nosniff")
        #expect(reply.body.text == "mail [email]\n")
    }

    @Test("a text in the part of a form is taken by the media type of the part")
    func textInForm() async throws {
        for (type, status) in [("text/plain", 200), ("image/png", 415)] {
            let head = "Content-Disposition: form-data; name=\"image\"\r\nContent-Type: \(type)\r\n\r\n"
            let body = try SecureBytes("--x\r\n\(head)\(Self.log)\r\n--x--\r\n")
            #expect(try await send([.contentType: "multipart/form-data; boundary=x"], body).status == status)
        }
    }

    @Test(
        "a text that nothing says to be one is no snapshot",
        arguments: [nil, "image/png", "application/x-www-form-urlencoded"]
    )
    func textByMistake(_ type: String?) async throws {
        var fields: HTTPFields = [:]
        fields[.contentType] = type
        let reply = try await send(fields, SecureBytes(Self.log))
        #expect(reply.status == 415 && reply.problem == "snapshot-unsupported")
        let json = #"{"image":"\#(Data(Self.log.utf8).base64EncodedString())"}"#
        #expect(try await send([.contentType: "application/json"], SecureBytes(json)).status == 415)
    }

    // MARK: - Refusals

    @Test(
        "what is of one snapshot does not go with an artefact",
        arguments: [("preview", "&preview=true"), ("format", "&format=png")]
    )
    func misplaced(_ parameter: String, _ query: String) async throws {
        let reply = try await send(query, [:], Self.run())
        #expect(reply.status == 422 && reply.problem == "parameter-invalid")
        #expect(reply.json["parameter"] as? String == parameter)
        #expect((reply.json["detail"] as? String)?.contains("leave it out") == true)
    }

    @Test("a page source does not go with an artefact")
    func hierarchy() async throws {
        let form = Form(parts: [("image", try Self.run().array), ("hierarchy", Array("<hierarchy/>".utf8))])
        let reply = try await send(form.fields, form.body)
        #expect(reply.status == 422 && reply.json["parameter"] as? String == "hierarchy")
    }

    @Test("a check reports on each entry: the kinds in its texts, the pictures, and what could not be looked into")
    func check() async throws {
        let policy = #"{"rules":[{"target":{"elements":"sensitive"},"style":{"veil":{}}}]}"#
        let source = #"""
            <hierarchy rotation="0"><node class="android.widget.EditText" password="true" text="x" bounds="[1,1][9,9]"/></hierarchy>
            """#
        let archive = try Self.packed([
            ("shot.png", Snapshots.file(.png)), ("shot.xml", SecureBytes(source)), ("a.log", SecureBytes(Self.log)),
            ("run.webm", SecureBytes(copying: Self.webm)),
        ])
        let form = Form(parts: [("image", archive.array), ("policy", Array(policy.utf8))])
        let reply = try await Client().send(.post, "/v1/check", form.fields, body: form.body)
        #expect(reply.status == 200 && reply.fields[.contentType] == "application/json")
        #expect(!reply.body.text.contains("b@mail"))
        let entries = try #require(reply.json["entries"] as? [[String: Any]])
        #expect(entries.map { $0["name"] as? String } == ["shot.png", "shot.xml", "a.log", "run.webm"])
        let pictures = try #require(entries[0]["pictures"] as? [[String: Any]])
        let report = try #require(pictures.first?["report"] as? [String: Any])
        #expect(pictures.count == 1 && (report["findings"] as? [Any])?.count == 1)
        let texts = try #require(entries[2]["texts"] as? [[String: Any]])
        #expect(texts.count == 1 && texts[0]["kind"] as? String == "email" && texts[0]["lines"] as? [Int] == [1])
        #expect((entries[3]["failures"] as? [String])?.isEmpty == false)
        let failing = try await Client().send(.post, "/v1/check?unknown=fail", form.fields, body: form.body)
        #expect(failing.status == 422 && failing.problem == "artefact-refused")
    }

    @Test("the reply has a form that Accept allows for what the body turns out to be, or is a 406")
    func accept() async throws {
        #expect(try await send([.accept: "application/zip"], Self.run()).status == 200)
        #expect(try await send([.accept: "application/zip"], Snapshots.file(.png)).status == 406)
        #expect(try await send([.accept: "image/png"], Self.run()).status == 406)
        #expect(try await send([.accept: "image/*, application/zip;q=0.5"], Self.run()).status == 200)
        let text: HTTPFields = [.accept: "application/zip", .contentType: "text/plain"]
        #expect(try await send(text, SecureBytes(Self.log)).status == 406)
        let none = try await send([.accept: "text/html"], Self.run())
        #expect(none.status == 406)
        #expect((none.json["detail"] as? String)?.contains("application/zip") == true)
    }

    @Test("a damaged archive is a 422 that says so, and nothing of its contents")
    func damaged() async throws {
        let archive = try Self.packed([("a.log", SecureBytes("password: hunter2\n"))])
        for bytes in [Array(archive.array.dropLast(30)), [0x50, 0x4B, 3, 4] + Self.webm] {
            let reply = try await send([:], SecureBytes(copying: bytes))
            #expect(reply.status == 422 && reply.problem == "artefact-refused")
            #expect((reply.json["detail"] as? String)?.contains("he archive ") == true, "\(reply.body.text)")
            #expect(!reply.body.text.contains("hunter2"))
        }
    }

    // MARK: - Memory

    @Test("an artefact has three quarters of the memory for pictures, and what does not fit into that is refused")
    func memory() async throws {
        let client = Client(workBytes: 64 << 20)
        let long = String(repeating: "x", count: 10 << 20)
        let archive = try Self.packed([("a.txt", SecureBytes(long))])
        let reply = try await send([:], archive, to: client)
        #expect(reply.status == 422 && reply.problem == "artefact-refused")
        #expect((reply.json["detail"] as? String)?.contains("more than 9437184 bytes") == true)
        #expect(try await send([:], Self.run(), to: client).status == 200)
    }

    @Test("an artefact is handed back where a worker is to be left to snapshots, whoever names its policy")
    func handedBack() throws {
        let policies = ServerPolicies(catalogue: Catalogue(), demands: ServerPolicies.Demands())
        let workshop = Workshop(redactor: Redactor(), workBytes: 64 << 20)
        let terms = JobTerms(work: WorkContext(), streams: []) { _ in true }
        func isHandedBack(_ path: String, _ body: SecureBytes, mayLook: Bool) throws -> Bool {
            let head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: path)
            let call = try SanitizeCall(head, policies: policies)
            let outcome = try call.perform(body, in: workshop, mayLook: mayLook, terms: terms)
            if case .handedBack = outcome { return true }
            return false
        }
        #expect(try isHandedBack(Self.path, Self.run(), mayLook: false))
        #expect(try !isHandedBack(Self.path, Self.run(), mayLook: true))
        #expect(try !isHandedBack(Self.path, Snapshots.file(.png), mayLook: false))
    }

    @Test("a picture of an artefact is dropped if it takes more than its share")
    func largePicture() async throws {
        let size = try #require(PixelSize(width: 400, height: 300))
        let picture = try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(.png())
        // Twice 4 bytes of each pixel are five sixteenths of three quarters.
        let enough = size.area * 8 * 16 / 5 * 4 / 3
        for (bytes, count) in [(enough + 64, 1), (enough - 64, 0)] {
            let archive = try Self.packed([("shot", picture)])
            let reply = try await send([:], archive, to: Client(workBytes: bytes))
            #expect(reply.status == 200, "\(reply.body.text)")
            #expect(try Self.contents(of: reply.body).count == count)
        }
    }
}
