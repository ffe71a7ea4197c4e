import Foundation
import HTTPTypes
import Hierarchy
import Redaction
import SchemaChecks
import SecureMemory
import StrictJSON
import Testing

@testable import RedactionJobs
@testable import SnapveilService

@Suite("The description of the API says what the server does")
struct ContractTests {
    private static let document = APIDescription.document
    private static let checks = SchemaChecks(document)

    private static func schema(_ name: String) -> String { "#/components/schemas/\(name)" }

    @Test("every path is described, with every method that it takes and no other")
    func paths() throws {
        #expect(Set(Self.document["paths"]?.names ?? []) == Set(Route.templates))
        for path in Route.templates {
            let route = try #require(Route(path: path[...]))
            let methods = Self.document["paths"]?[path]?.names
            #expect(methods == route.methods.map { $0.rawValue.lowercased() }, "\(path)")
        }
        #expect(Set(Route.templates.compactMap { Route(path: $0[...]).map { "\($0)" } }).count == Route.templates.count)
    }

    @Test("no two operations have the same name")
    func operationIDs() {
        let operations = Self.document["paths"]?.values.flatMap(\.values) ?? []
        let names = operations.compactMap { $0["operationId"]?.text }
        #expect(names.count == operations.count)
        #expect(Set(names).count == names.count)
    }

    @Test("every parameter that the query may have is described, and works as the description shows it")
    func parameters() async throws {
        let described = Self.document["paths"]?["/v1/sanitize"]?["post"]?["parameters"]?.elements ?? []
        let query = described.filter { $0["in"] == "query" }.compactMap { $0["name"]?.string }
        let known = SanitizeOptions.Parameter.allCases.map(\.rawValue) + PolicyShorthand.parameters.map(\.name)
        #expect(query == known)
        for style in Style.kinds {
            let own = PolicyShorthand.parameters.filter { parameter in
                parameter.name != "style" && parameter.name != "units"
                    && parameter.uses.contains { $0.style == nil || $0.style == style }
            }
            // Groups are the operator's: SealedReplyTests has one.
            let options = SanitizeOptions.Parameter.allCases.filter {
                $0 != .policy && $0 != .minimumAssurance && $0 != .seal
            }
            let pairs =
                try [("style", style), ("units", "points")]
                + own.map { try ($0.name, Self.example($0.schema, isLast: $0.name == "background")) }
                + options.map { try ($0.rawValue, Self.example($0.schema)) }
            try await send(pairs, asset: style == "image" ? "splash" : nil)
        }
    }

    private func send(_ pairs: [(String, String)], asset: String?) async throws {
        let query = pairs.map { "\($0)=\($1.replacing("#", with: "%23").replacing(" ", with: "+"))" }
        let picture = try #require(Data(base64Encoded: APIExample.picture))
        let form = Form(parts: [("image", [UInt8](picture))] + (asset.map { [($0, [UInt8](picture))] } ?? []))
        let reply = try await Client().send(
            .post,
            "/v1/sanitize?\(query.joined(separator: "&"))",
            form.fields,
            body: form.body
        )
        #expect(reply.status == 200, "\(query): \(reply.json["detail"] ?? "")")
    }

    /// A value that the schema shows or allows: the first, or the last, which goes with the first of another parameter.
    private static func example(_ schema: JSONSchema, isLast: Bool = false) throws -> String {
        let tree = schema.tree
        if tree["type"] == "boolean" { return "false" }
        let values = (tree["examples"] ?? tree["enum"])?.elements ?? ["Words"]
        let shown = try #require(isLast ? values.last : values.first)
        return shown.string ?? shown.text
    }

    @Test("every example works as it is, and its reply is as described", arguments: APIExample.all.indices)
    func examples(index: Int) async throws {
        let example = APIExample.all[index]
        #expect(
            try Self.checks.faults(in: example.body.text, reference: Self.schema("SanitizeRequest")) == []
                || Self.checks.faults(in: example.body.text, reference: Self.schema("WebDriverScreenshot")) == []
        )
        for (query, schema) in [("", "Sanitized"), ("preview=true", "Preview")] {
            let reply = try await Client().send(
                .post,
                "/v1/sanitize?" + [example.query, query].filter { !$0.isEmpty }.joined(separator: "&"),
                [.contentType: "application/json", .accept: "application/json"],
                body: SecureBytes(example.body.text)
            )
            #expect(reply.status == 200, "\(example.name): \(reply.body.text)")
            #expect(try Self.checks.faults(in: reply.body.text, reference: Self.schema(schema)) == [])
            let receipt = try #require(reply.fields[.snapveilReceipt])
            #expect(try Self.checks.faults(in: receipt, reference: Self.schema("ReceiptInBrief")) == [])
        }
    }

    @Test("the lists and the policies of the server are as described")
    func policies() async throws {
        let client = Client()
        let list = try await client.send(.get, "/v1/policies")
        #expect(try Self.checks.faults(in: list.body.text, reference: Self.schema("PolicyList")) == [])
        let names = (list.json["policies"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
        #expect(names.count >= 6)
        for name in names {
            let policy = try await client.send(.get, "/v1/policies/\(name)")
            #expect(try Self.checks.faults(in: policy.body.text, reference: Self.schema("Policy")) == [], "\(name)")
        }
    }

    @Test("every operation but those that cannot fail so describes the problems that every request can have")
    func commonProblems() {
        for operation in Self.document["paths"]?.values.flatMap(\.values) ?? [] {
            let statuses = Set(operation["responses"]?.names ?? [])
            #expect(statuses.isSuperset(of: ["400", "408", "413", "414", "417", "431", "503", "505"]))
        }
    }

    @Test("the pages of the documentation hold what is described", arguments: APIReference.pages.map(\.file))
    func pages(file: String) throws {
        let page = try #require(APIReference.pages.first { $0.file == file })
        let catalogue = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Program/snapveil/Snapveil.docc")
        let committed = try String(contentsOf: catalogue.appending(path: file), encoding: .utf8)
        #expect(
            committed == page.completed(committed),
            "run: swift run snapveil reference Sources/Program/snapveil/Snapveil.docc"
        )
    }

    @Test("the guide to requests tells of every parameter of the query, and of no other")
    func guide() throws {
        let path = "Sources/Program/snapveil/Snapveil.docc/Requests.md"
        let text = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appending(path: path),
            encoding: .utf8
        )
        let section = try #require(text.split(separator: "## Parameters\n").last?.split(separator: "\n## ").first)
        let cells = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
            $0.split(separator: "|").first
        }
        let told = Set(cells.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.1) } })
        let known = SanitizeOptions.Parameter.allCases.map(\.rawValue) + PolicyShorthand.parameters.map(\.name)
        #expect(told == Set(known))
    }

    @Test("what is told to everybody needs no key, and is kept", arguments: PublicDocument.allCases)
    func documents(document: PublicDocument) async throws {
        let client = Client(keys: try KeyRing(parsing: SecureBytes("ci:0123456789abcdef")))
        for method in [HTTPRequest.Method.get, .head] {
            let reply = try await client.send(method, document.path, [.origin: "https://evil.example"])
            #expect(reply.status == 200)
            #expect(reply.fields[.contentType] == document.type)
            let tag = try #require(reply.fields[.eTag])
            #expect(try await client.send(method, document.path, [.ifNoneMatch: tag]).status == 304)
        }
        #expect(try await client.send(.post, document.path).status == 405)
    }
}

extension JSONTree {
    fileprivate var names: [String] { members.map(\.name) }
    fileprivate var values: [JSONTree] { members.map(\.value) }
}
