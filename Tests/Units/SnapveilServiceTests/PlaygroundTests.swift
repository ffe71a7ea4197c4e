import Foundation
import HTTPTypes
import PolicyLibrary
import Redaction
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("The page to try the service with")
struct PlaygroundTests {
    /// Where the files of the page lie in the repository.
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Service/CPlayground/Page")

    @Test("each file of the repository is in the program, byte for byte, and nothing else is")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.contains(".") }
        let files = try PlaygroundFile.all()
        #expect(Set(files.map(\.name)) == Set(names + ["style.css"]))
        for file in files where file.name != "style.css" {
            #expect(file.bytes.array == Array(try Data(contentsOf: Self.folder.appending(path: file.name))))
        }
    }

    @Test("the style sheet is made of all sheets")
    func sheets() throws {
        let folder = Self.folder.appending(path: "Style")
        let style = try #require(try PlaygroundFile.all().first { $0.name == "style.css" }).bytes
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let sheet = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(style.text.contains(sheet), "\(name)")
            count += sheet.utf8.count
        }
        #expect(style.count == count)
    }

    @Test("the modules are one script, each after those that it imports, and a browser asks for no other")
    func script() async throws {
        let files = try PlaygroundFile.all()
        let linker = ModuleLinker(PlaygroundModules.all(in: files), main: "main.js")
        let modules = files.map(\.name).filter { $0.hasSuffix(".js") && $0 != "theme.js" } + ["words.js"]
        #expect(Set(linker.linked) == Set(modules))
        #expect(linker.linked.last == "main.js")
        let client = Client(playground: try Playground())
        #expect(try await client.send(.get, "/playground/main.js").body.text == linker.text)
        for name in modules where name != "main.js" {
            #expect(try await client.send(.get, "/playground/\(name)").status == 404)
        }
    }

    @Test("the page has the names of all kinds and reasons that the server knows")
    func words() throws {
        let words = try #require(try PlaygroundModules.all(in: PlaygroundFile.all())["words.js"])
        for (kind, name) in FindingName.kinds {
            #expect(words.contains("\"\(kind)\": [\"\(name.one)\", \"\(name.several)\"]"))
        }
        for (reason, text) in FindingName.reasons { #expect(words.contains("\"\(reason)\": \"\(text)\"")) }
        #expect(words.contains("textKinds = [\"email\", ") && words.contains(", \"cryptoAddress\"];"))
        // No word ends the string that it is in.
        #expect(!words.contains("\\") && words.split(separator: "\"").allSatisfy { !$0.isEmpty })
    }

    @Test("modules see what they import of each other, and nothing else")
    func linking() {
        let linker = ModuleLinker(
            [
                "main.js": "import { a } from \"/playground/b.js\";\nimport { c } from \"/playground/c.js\";\na(c);",
                "b.js": "import { c } from \"/playground/c.js\";\nexport function a(x) { return x + c; }",
                "c.js": "export const c = 1;\nexport async function d() {}\nexport class E {}",
                "other.js": "export const unused = 1;",
            ],
            main: "main.js"
        )
        #expect(linker.linked == ["c.js", "b.js", "main.js"])
        let expected = [
            "const module_c = (() => {", "const c = 1;", "async function d() {}", "class E {}", "return { c, d, E };",
            "})();",
            "const module_b = (() => {", "const { c } = module_c;", "function a(x) { return x + c; }", "return { a };",
            "})();",
            "const module_main = (() => {", "const { a } = module_b;", "const { c } = module_c;", "a(c);",
            "return {  };",
            "})();",
        ]
        #expect(linker.text.split(separator: "\n").map(String.init) == expected)
    }

    @Test(
        "the page, its styles and its modules have their types",
        arguments: [
            ("/", "text/html; charset=utf-8"), ("/?x", "text/html; charset=utf-8"),
            ("/playground/style.css", "text/css; charset=utf-8"),
            ("/playground/main.js", "text/javascript; charset=utf-8"),
        ]
    )
    func types(path: String, type: String) async throws {
        let reply = try await Client(playground: Playground()).send(.get, path)
        #expect(reply.status == 200)
        #expect(reply.fields[.contentType] == type)
        #expect(reply.fields[.xContentTypeOptions] == "nosniff")
        #expect(!reply.body.isEmpty)
    }

    @Test("a browser is told to run nothing but the page's own files, and to let nobody frame it")
    func policy() async throws {
        let policy = try #require(
            try await Client(playground: Playground()).send(.get, "/").fields[.contentSecurityPolicy]
        )
        let directives = policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        for directive in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"] {
            #expect(directives.contains(directive))
        }
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
    }

    @Test("a browser that has the page gets no more than that it has not changed")
    func unchanged() async throws {
        let client = Client(playground: try Playground())
        let first = try await client.send(.get, "/", [.acceptEncoding: "gzip, br"])
        #expect(first.fields[.contentEncoding] == "gzip")
        let tag = try #require(first.fields[.eTag])
        let again = try await client.send(.get, "/", [.acceptEncoding: "gzip, br", .ifNoneMatch: tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
    }

    @Test("a link on another site may lead to the page, without a key, and to nothing behind it")
    func links() async throws {
        let keys = try KeyRing(parsing: SecureBytes("tests:correct-horse-battery"))
        let client = Client(keys: keys, playground: try Playground())
        let foreign: HTTPFields = [.secFetchSite: "cross-site"]
        #expect(try await client.send(.get, "/", foreign).status == 200)
        #expect(try await client.send(.get, "/v1/policies", foreign).status == 403)
        #expect(try await client.send(.get, "/v1/policies").status == 401)
    }

    @Test("other methods, other files and a server without the page are refused")
    func refusals() async throws {
        let client = Client(playground: try Playground())
        let post = try await client.send(.post, "/")
        #expect(post.status == 405)
        #expect(post.fields[.allow] == "GET, HEAD")
        #expect(try await client.send(.head, "/").status == 200)
        for path in ["/playground/", "/playground/none.js", "/playground/../main.js", "/playground", "/index.html"] {
            #expect(try await client.send(.get, path).status == 404, "\(path)")
        }
        for path in ["/", "/playground/main.js"] {
            let reply = try await Client().send(.get, path)
            #expect(reply.status == 404)
            #expect(reply.problem == "not-found")
        }
    }

    @Test("all of it is under 120 kB compressed")
    func size() async throws {
        let client = Client(playground: try Playground())
        var total = 0
        for file in try PlaygroundFile.all() {
            let path = file.name == "index.html" ? "/" : "/playground/\(file.name)"
            total += try await client.send(.get, path, [.acceptEncoding: "gzip"]).body.count
        }
        #expect(total > 10_000 && total < 120_000)
    }
}
